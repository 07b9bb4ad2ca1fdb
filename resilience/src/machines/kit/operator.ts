import { setTimeout as pause } from "node:timers/promises";
import type { Debian, Ran } from "../debian/debian.ts";
import { type Block, shellBlocks } from "./document.ts";

const PASSWORD = "drill-for-operators-7";
const WEBHOOK_SECRET = "whsec_drillofthekitwithasandboxasprovider";

/** The words behind `sh kit` in OPERATIONS.md. */
export const PARTS = ["desk", "install", "check", "nightly", "backup", "restore", "upgrade", "rollback"] as const;
type Part = (typeof PARTS)[number];

/** `editor` puts these into the settings, as a person would. */
const SETTINGS = (secretKey: string) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_URL: "http://127.0.0.1:12111",
  SITE_FAQ_URL: "https://localhost/faq",
  SITE_CONTACT_URL: "https://localhost/contact",
});

/** The person who has OPERATIONS.md in one hand, and a visitor's browser in the other. */
export class Operator {
  readonly version: string;
  readonly failed: string[] = [];
  readonly executed: string[] = [];
  readonly #debian: Debian;
  readonly #blocks: Block[];
  readonly #done = new Set<string>(["desk"]);
  #next = "";
  #secretKey = "";

  constructor(debian: Debian, document: string, version: string) {
    this.#debian = debian;
    this.#blocks = shellBlocks(document).filter(({ words }) => words[0] === "kit");
    this.version = version;
  }

  /** Executes the commands of the blocks `sh kit PART`. */
  async execute(part: Part): Promise<void> {
    for (const command of this.#commands(part)) {
      const { code, output } = await this.#run(command);
      console.log(`${code === 0 ? "ran   " : "FAILED"}  ${command}`);
      if (code === 0) continue;
      console.log(output.trimEnd().split("\n").slice(-15).join("\n"));
      this.failed.push(`${command}: ${code}`);
    }
  }

  /** @returns all that the commands of a part print, whether they succeed or not */
  async answer(part: Part, environment: string): Promise<string> {
    let answer = "";
    for (const command of this.#commands(part)) answer += (await this.#run(`${environment} ${command}`)).output;
    return answer;
  }

  /** Blocks that no call executed. */
  left(): string[] {
    return this.#blocks.filter(({ words }) => !this.#done.has(words[1] ?? "")).map(({ words }) => words.join(" "));
  }

  #commands(part: Part): string[] {
    this.#done.add(part);
    const blocks = this.#blocks.filter(({ words }) => words[1] === part);
    if (blocks.length === 0) this.failed.push(`OPERATIONS.md has no block "sh kit ${part}"`);
    return blocks
      .flatMap(({ commands }) => commands)
      .map((command) =>
        command
          .replaceAll("OLD-VERSION", this.version)
          .replaceAll("VERSION", part === "upgrade" ? this.#next : this.version)
          .replaceAll("manabiya.example.jp", "localhost"),
      );
  }

  async #run(command: string): Promise<Ran> {
    if (command.startsWith("editor ")) await this.#prepareEditor();
    this.executed.push(command);
    return this.#debian.run(command, { input: `${PASSWORD}\n` });
  }

  /** The person at the editor. The sandbox in the provider's place starts before it, since its key is a setting. */
  async #prepareEditor(): Promise<void> {
    if (this.#secretKey !== "") return;
    const webhook = `--webhook-url http://127.0.0.1:3000/api/stripe/webhook/ --webhook-secret ${WEBHOOK_SECRET}`;
    const sandbox = this.#debian.background(
      `exec /opt/manabiya/current/bin/node /opt/manabiya/current/stripe-sandbox/src/bin.ts ${webhook}`,
    );
    let printed = "";
    sandbox.stdout?.on("data", (chunk) => (printed += String(chunk)));
    sandbox.stderr?.on("data", (chunk) => console.error(String(chunk)));
    while (!printed.includes("\n")) {
      if (sandbox.exitCode !== null) throw new Error(`The sandbox ended: ${printed}`);
      await pause(50);
    }
    this.#secretKey = (JSON.parse(printed) as { secretKey: string }).secretKey;
    const lines = Object.entries(SETTINGS(this.#secretKey)).map(([name, value]) => `${name}=${value}`);
    const script = `#!/bin/bash\nset -e\nwhile read -r line; do sed -i "/^\${line%%=*}=/d" "$1"; echo "$line" >> "$1"; done <<'END'\n${lines.join("\n")}\nEND\n`;
    this.#debian.write("/usr/local/bin/editor", script, 0o755);
  }

  async #call(path: string, body: object): Promise<number> {
    const words = `--silent --output /dev/null --write-out '%{http_code}' --cacert /etc/manabiya/tls/fullchain.pem`;
    const { output } = await this.#debian.run(`curl ${words} --json @- https://localhost${path}`, {
      input: JSON.stringify(body),
    });
    return Number(output);
  }

  signUp(email: string): Promise<number> {
    const passwords = { password: PASSWORD, password2: PASSWORD };
    const plan = { subscription_status: "trial", agreedToTerms: true };
    return this.#call("/api/auth/signup/", { username: "見学する人", email, ...passwords, ...plan });
  }

  logIn(email: string): Promise<number> {
    return this.#call("/api/auth/login/", { email, password: PASSWORD });
  }

  /** The release whose process serves, after it is ready. */
  served(): Promise<string> {
    return servedRelease(this.#debian);
  }

  /** The same release under another name. `npm run prove -- rolling` has the previous release. */
  async makeNextRelease(): Promise<string> {
    const from = `manabiya-${this.version}`;
    this.#next = `${this.version}-next`;
    const to = `manabiya-${this.#next}`;
    const { code, output } = await this.#debian.run(
      `mv ${from} ${to} && echo ${this.#next} > ${to}/VERSION && tar -cf - ${to} | gzip -1 > ${to}.tar.gz && rm -r ${to}`,
    );
    if (code !== 0) throw new Error(output);
    return this.#next;
  }
}

export async function servedRelease(debian: Debian): Promise<string> {
  const ready =
    "curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/health/ready > /dev/null";
  const { output } = await debian.run(
    `${ready}; readlink /proc/$(systemctl show --property MainPID --value manabiya)/cwd | xargs basename`,
  );
  return output.trim();
}
