// The steps of the Dockerfile, executed without a container engine. Only what its stages use is understood.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";

/** A finished stage: a folder that stands for the image's root, and what its program runs with. */
export interface Stage {
  folder: string;
  workFolder: string;
  environment: Record<string, string>;
  user: string;
  command: string[];
  healthCheck: string[];
  /** Commands that need the image's own users and root folder. */
  lateSteps: string[];
}

const FIRST = { workFolder: "/", user: "root", command: [], healthCheck: [] };

/** Builds every stage below `folder` on this computer. @returns the last one */
export function buildImage(folder: string): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const [word, text] of instructions(readFileSync(join(root, "Dockerfile"), "utf8"))) {
    if (word === "FROM") {
      const [, name = "image"] = / AS (\S+)$/.exec(text) ?? [];
      stage = { ...FIRST, folder: join(folder, name), environment: {}, lateSteps: [] };
      mkdirSync(stage.folder);
      stages.set(name, stage);
    } else if (stage === null) throw new Error(`${word} before FROM`);
    else execute(stage, stages, word, text);
  }
  if (stage === null) throw new Error("The Dockerfile has no stage.");
  return stage;
}

function instructions(dockerfile: string): [word: string, text: string][] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]);
}

function execute(stage: Stage, stages: Map<string, Stage>, word: string, text: string): void {
  const inside = (path: string) => join(stage.folder, path.startsWith("/") ? path : join(stage.workFolder, path));
  switch (word) {
    case "WORKDIR":
      stage.workFolder = text;
      mkdirSync(inside("."), { recursive: true });
      break;
    case "ENV":
    case "ARG":
      for (const [, name = "", value = ""] of text.matchAll(/(\w+)=(\S*)/g)) stage.environment[name] = value;
      break;
    case "USER":
      stage.user = text;
      break;
    case "COPY":
      copy(text, stages, inside);
      break;
    case "RUN":
      if (/ \/|chown/.test(text)) stage.lateSteps.push(text);
      else {
        const env = { ...process.env, ...stage.environment };
        execFileSync("bash", ["-c", text], { cwd: inside("."), stdio: ["ignore", "ignore", "inherit"], env });
      }
      break;
    case "CMD":
      stage.command = JSON.parse(text) as string[];
      break;
    case "HEALTHCHECK":
      stage.healthCheck = JSON.parse(text.slice(text.indexOf("["))) as string[];
      break;
    case "VOLUME":
    case "EXPOSE":
      break;
    default:
      throw new Error(`The drill does not understand ${word}.`);
  }
}

/** Copies as Docker does: files into a folder, and the content of a folder. */
function copy(text: string, stages: Map<string, Stage>, inside: (path: string) => string): void {
  const [, from, words = ""] = /^(?:--from=(\S+) )?(.+)$/.exec(text) ?? [];
  const paths = words.split(" ");
  const target = paths.pop() ?? "";
  for (const path of paths) {
    const source = from === undefined ? join(root, path) : join(stages.get(from)?.folder ?? "", path);
    const isInto = target.endsWith("/") && !statSync(source).isDirectory();
    const to = inside(isInto ? join(target, path.split("/").at(-1) ?? "") : target);
    mkdirSync(dirname(to), { recursive: true });
    const filter = (each: string) => from !== undefined || !isIgnored(each.slice(root.length));
    cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter });
    if (!statSync(to, { throwIfNoEntry: false })) throw new Error(`COPY ${path}: .dockerignore leaves it out`);
  }
}

const PATTERNS = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");

/** The last pattern that matches the path or a folder above it decides. */
function isIgnored(path: string): boolean {
  const steps = path.split("/");
  const above = steps.map((_, index) => steps.slice(0, index + 1).join("/"));
  const deciding = PATTERNS.findLast((pattern) => above.some((each) => matchesGlob(each, pattern.replace(/^!/, ""))));
  return deciding !== undefined && !deciding.startsWith("!");
}
