// The Dockerfile's steps and the commands of docs/containers.md, without a container engine: the image's last stage runs on a
// bare Debian as compose.yaml says, as its user, with nothing writable but its volume.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { node } from "../../../../scripts/install.mjs";
import { root } from "../../../../scripts/quiet-run.mjs";
import { type Finding, none } from "../../finding.ts";
import { Debian } from "../debian/debian.ts";
import { shellBlocks } from "../kit/document.ts";
import { buildImage, type Stage } from "./dockerfile.ts";

/** In the place of the three dots of the file `.env`. */
const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef";
const PASSWORD = "a-long-password-of-the-drill";
/** Stripe and the mail server are away here; the drill of the kit has both. */
const NEEDS_STRIPE = /stripe-|manage\.ts check/;

interface Compose {
  services: Record<"manabiya" | "postgres", { environment: Record<string, string>; stop_grace_period: string }>;
}

export async function runDrill(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-image-"));
  let debian: Debian | null = null;
  try {
    for (const name of ["stages", "debian"]) mkdirSync(join(folder, name));
    const image = buildImage(join(folder, "stages"));
    const packages = ["curl", "postgresql", ...installedBy(image.lateSteps)];
    debian = await Debian.start(join(folder, "debian"), { packages });
    return await live(new Containers(debian, image));
  } finally {
    await debian?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The machine has no network, so it needs the packages of these steps at hand. */
const installedBy = (steps: string[]) =>
  steps
    .flatMap((step) => [...step.matchAll(/apt-get install ([^&|;]*)/g)])
    .flatMap(([, words = ""]) => words.split(" ").filter((word) => /^\w/.test(word)));

async function live(containers: Containers): Promise<Finding[]> {
  await containers.prepare();
  await containers.up();
  const ready = await containers.ask(
    "curl --silent --retry 60 --retry-delay 1 --retry-all-errors --fail localhost:3000/health/ready",
  );
  const health = await containers.compose(containers.image.healthCheck);
  const page = await containers.ask("curl --silent --fail localhost:3000/landing | grep --count '<title>'");
  // The first measurement takes some seconds.
  const metrics = await containers.ask(
    "for try in $(seq 30); do curl --silent localhost:9464/metrics | grep --quiet ^manabiya_ && exit; sleep 1; done; exit 1",
  );
  const failed: string[] = [];
  const executed = await containers.followDocument(failed);
  const again = await containers.ask(
    "curl --silent --retry 60 --retry-delay 1 --retry-all-errors --fail localhost:3000/health/ready",
  );
  const stopped = await containers.stop();
  return [
    none(
      "a container that is not ready or not healthy, before and after a restore",
      [ready, health, again].filter(Boolean),
    ),
    none("the first page and the metrics, where they are missing", [page, metrics].filter(Boolean)),
    none(`documented commands that failed, of ${executed}`, failed),
    none("ends by SIGTERM that were no success", stopped === "0" ? [] : [stopped]),
  ];
}

class Containers {
  readonly debian: Debian;
  readonly image: Stage;
  readonly #environment: Record<string, string>;
  readonly #settings: Record<string, string>;
  readonly #compose: Compose;

  constructor(debian: Debian, image: Stage) {
    this.debian = debian;
    this.image = image;
    const [, ini = ""] = /```ini\n([^]*?)```/.exec(this.#document) ?? [];
    const lines = [...ini.replaceAll("…", SECRET).matchAll(/^(\w+)=(.*)$/gm)];
    this.#settings = Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
    this.#compose = parse(readFileSync(join(root, "compose.yaml"), "utf8")) as Compose;
    this.#environment = { ...image.environment, ...this.#environmentOf("manabiya") };
  }

  get #document(): string {
    return readFileSync(join(root, "docs/containers.md"), "utf8");
  }

  /** Compose gives these to a service. Its services have names on their network, and here one address. */
  #environmentOf(service: keyof Compose["services"]): Record<string, string> {
    const valueOf = (text: string) =>
      text.replaceAll(/\$\{(\w+)(?::([?-])(.*?))?\}/g, (_, name: string, kind: string, fallback: string) => {
        const value = this.#settings[name] ?? (kind === "-" ? fallback : null);
        if (value === null) throw new Error(`docs/containers.md does not name ${name}.`);
        return value;
      });
    const entries = Object.entries(this.#compose.services[service].environment);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, valueOf(value).replace("@postgres:", "@127.0.0.1:")]),
    );
  }

  /** Puts the image and its database's role in place. */
  async prepare(): Promise<void> {
    const { debian, image } = this;
    debian.put(join(image.folder, image.workFolder), image.workFolder);
    debian.put(node, "/usr/local/bin/node");
    debian.put(join(root, "compose/create-application-role.sh"), "/root/create-application-role.sh");
    const { POSTGRES_USER = "", APPLICATION_PASSWORD = "" } = this.#environmentOf("postgres");
    const steps = [
      "apt-get install --yes --no-install-recommends curl postgresql",
      "useradd --uid 1000 --user-group node",
      ...image.lateSteps,
      "install --directory --owner 1000 --mode 700 /root/backups && chmod 711 /root",
      "pg_createcluster 15 main -- --locale=C.UTF-8; systemctl restart postgresql; until pg_isready; do sleep 0.2; done",
      `chmod 755 /root/create-application-role.sh && runuser --user postgres -- env POSTGRES_USER=${POSTGRES_USER} APPLICATION_PASSWORD=${APPLICATION_PASSWORD} /root/create-application-role.sh`,
    ];
    for (const step of steps) {
      const { code, output } = await debian.run(step);
      if (code !== 0) throw new Error(`${step}: ${output.slice(-800)}`);
    }
  }

  async up(): Promise<void> {
    const { code, output } = await this.debian.run(
      this.#contained(this.image.command, "--unit=manabiya --service-type=exec"),
    );
    if (code !== 0) throw new Error(output);
  }

  /** Runs a command as `docker compose run` does. @returns why it failed; empty: it did not */
  async compose(words: string[], input = ""): Promise<string> {
    const { code, output } = await this.debian.run(this.#contained(words, "--pipe --wait --quiet"), { input });
    return code === 0 ? "" : `${words.join(" ")}: ${output.trim().split("\n").slice(-4).join(" | ")}`;
  }

  /** @returns why a command of the machine failed; empty: it did not */
  async ask(command: string): Promise<string> {
    const { code, output } = await this.debian.run(command);
    return code === 0 ? "" : `${command}: ${code} ${output.slice(-200)}`;
  }

  /** Nothing is writable but the volumes and the temporary folder, and no right is left, as in compose.yaml. */
  #contained(words: string[], how: string): string {
    const { workFolder, user } = this.image;
    const properties = [
      ...["ProtectSystem=strict", "ReadWritePaths=/data", "ReadWritePaths=/root/backups", "PrivateTmp=yes"],
      ...["CapabilityBoundingSet=", "NoNewPrivileges=yes", `WorkingDirectory=${workFolder}`],
      `TimeoutStopSec=${this.#compose.services.manabiya.stop_grace_period}`,
    ].map((property) => `--property=${property}`);
    const settings = Object.entries(this.#environment).map(([name, value]) => `--setenv=${name}=${value}`);
    // systemd reads a dollar as the beginning of a variable.
    const literal = words.map((word) => word.replaceAll("$", "$$$$"));
    const quoted = [...properties, ...settings, "--", ...literal].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    return `systemd-run ${how} --uid=${user} --gid=${user} ${quoted.join(" ")}`;
  }

  /** Executes the commands of docs/containers.md that need no Stripe. @returns their number */
  async followDocument(failed: string[]): Promise<number> {
    const today = new Date().toISOString().slice(0, 10);
    const commands = shellBlocks(this.#document)
      .flatMap(({ commands }) => commands)
      .map((command) =>
        command
          .replace(/\s+#.*/, "")
          .replaceAll('"$(date +%F)"', today)
          .replaceAll("2027-01-31", today),
      )
      .filter((command) => command.startsWith("docker compose") && !NEEDS_STRIPE.test(command));
    for (const command of commands) {
      const reason = await this.#follow(command.replaceAll("/backups/", "/root/backups/"));
      console.log(`${reason === "" ? "ran   " : "FAILED"}  ${command} ${reason}`);
      if (reason !== "") failed.push(reason);
    }
    return commands.length;
  }

  async #follow(command: string): Promise<string> {
    const [, words] = /^docker compose run --rm (?:--volume \S+ )?manabiya (.+)$/.exec(command) ?? [];
    if (words?.includes("create-superuser")) {
      return this.compose([...words.split(" "), "--email", "owner@example.jp", "--name", "管理者"], `${PASSWORD}\n`);
    }
    if (words !== undefined) return this.compose(words.split(" "));
    if (command.endsWith(" stop manabiya")) return this.ask("systemctl stop manabiya");
    const isRunning = (await this.debian.run("systemctl is-active manabiya")).code === 0;
    if (/ up -d(?: --no-build)?$/.test(command) && !isRunning) await this.up();
    return "";
  }

  /** @returns the exit code of the program after SIGTERM */
  async stop(): Promise<string> {
    const main = "systemctl show --property ExecMainStatus --value manabiya";
    const { output } = await this.debian.run(
      `systemctl kill --signal SIGTERM manabiya; while systemctl is-active --quiet manabiya; do sleep 0.2; done; ${main}`,
    );
    return output.trim();
  }
}
