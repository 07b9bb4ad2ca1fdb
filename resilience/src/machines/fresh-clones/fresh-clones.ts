// Both commands of README on fresh clones, each for a person whose machine differs from the ones of this project's authors.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fullBrowser } from "../../../../scripts/browser.mjs";
import { node } from "../../../../scripts/install.mjs";
import { root } from "../../../../scripts/quiet-run.mjs";
import { type Finding, none } from "../../finding.ts";
import { freePort } from "../../service.ts";
import { account } from "../account.ts";
import { Program } from "../program.ts";

interface Machine {
  /** Below the drill's folder. */
  folder: string;
  user?: string;
  environment: Record<string, string>;
  /** A version of npm in place of the machine's own. */
  npm?: string;
}

const MACHINES: Record<string, Machine> = {
  laptop: {
    folder: "学び舎 の コピー/my clone",
    user: "nobody",
    environment: { LANG: "de_DE.UTF-8", TZ: "America/St_Johns" },
  },
  container: { folder: "srv", environment: { LC_ALL: "C", TZ: "Pacific/Kiritimati", HOME: "/nonexistent" } },
  older: { folder: "older npm", user: "nobody", environment: { LC_ALL: "POSIX", TZ: "UTC" }, npm: "10.9.4" },
};

/** The checks that differ most between machines. `npm test` alone takes longer than the rest of the drill. */
const QUICK = [
  ["run", "--silent", "unit", "--", "server/src/notices", "server/src/db", "contract/src/rules"],
  ["run", "--silent", "e2e", "--", "site-files", "return"],
];

/** The network of a machine may need a proxy or a certificate of its own. Without them npm 10 ends without a reason. */
const NETWORK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /proxy|^ssl_cert|^node_extra_ca|^npm_config_(registry|cafile)$/i.test(name),
  ),
) as Record<string, string>;

/** @param args names of machines, all by default; `test`: the whole of `npm test` on each */
export async function runDrill(args: string[]): Promise<Finding[]> {
  const names = args.filter((name) => name in MACHINES);
  const commands = args.includes("test") ? [["test"]] : QUICK;
  const browser = await fullBrowser();
  const findings: Finding[] = [];
  for (const [name, machine] of Object.entries(MACHINES)) {
    if (names.length === 0 || names.includes(name))
      findings.push(...(await tryMachine(name, machine, commands, browser)));
  }
  return findings;
}

async function tryMachine(name: string, machine: Machine, commands: string[][], browser = ""): Promise<Finding[]> {
  // Others may enter the folder, so that another user's clone is reachable.
  const base = mkdtempSync(join(tmpdir(), "manabiya-machine-"));
  chmodSync(base, 0o755);
  const user = machine.user === undefined ? undefined : account(machine.user);
  const clone = join(base, machine.folder);
  const home = join(base, "home");
  const log = join(root, "prove-results", `machine-${name}.log`);
  mkdirSync(join(root, "prove-results"), { recursive: true });
  mkdirSync(home);
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
  const port = await freePort();
  const environment = { ...NETWORK, HOME: home, CHROMIUM_PATH: browser, PORT: `${port}`, ...machine.environment };
  const npm = npmOf(base, machine.npm);
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, base]);
  const options = { environment, folder: clone, ...(user && { user }), logFile: log };
  const server = new Program(npm[0] ?? "", [...npm.slice(1), "start"], options);
  try {
    server.start();
    const started = await server.listens(port).then(
      async () => [(await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200 ? "" : "not ready"],
      (error: unknown) => [String(error)],
    );
    await server.end();
    const failures: string[] = [];
    for (const command of commands) {
      if ((await exitCode([...npm, ...command], options)) !== 0) failures.push(`npm ${command.join(" ")}: see ${log}`);
    }
    const clean = execFileSync("git", ["-c", "safe.directory=*", "status", "--short"], {
      cwd: clone,
      encoding: "utf8",
    });
    return [
      none(`${name}: npm start answers`, started.filter(Boolean)),
      none(`${name}: tests`, failures),
      none(`${name}: files that the commands left in the clone`, clean.split("\n").filter(Boolean)),
    ];
  } finally {
    await server.end("SIGKILL");
    rmSync(base, { recursive: true, force: true });
  }
}

/** The command of the machine's npm, or of another version that npm installs into `base`. */
function npmOf(base: string, version: string | undefined): string[] {
  if (version === undefined) return ["npm"];
  const prefix = join(base, "npm");
  execFileSync("npm", ["install", "--silent", "--no-save", "--prefix", prefix, `npm@${version}`]);
  const script = join(prefix, "node_modules", "npm", "bin", "npm-cli.js");
  const { version: found } = JSON.parse(readFileSync(join(prefix, "node_modules", "npm", "package.json"), "utf8")) as {
    version: string;
  };
  if (found !== version || !existsSync(script)) throw new Error(`npm ${version} was not installed.`);
  return [node, script];
}

interface Options {
  environment: Record<string, string>;
  folder: string;
  user?: { uid: number; gid: number };
  logFile: string;
}

async function exitCode(command: string[], { environment, folder, user, logFile }: Options): Promise<number | null> {
  const log = createWriteStream(logFile, { flags: "a" });
  await once(log, "open");
  const env = { PATH: process.env["PATH"], ...environment };
  const child = spawn(command[0] ?? "", command.slice(1), { env, cwd: folder, stdio: ["ignore", log, log], ...user });
  const [code] = (await once(child, "exit")) as [number | null];
  log.end();
  return code;
}
