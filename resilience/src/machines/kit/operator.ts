import type { Debian, Ran } from "../debian/debian.ts";
import { PASSWORD } from "./counterparts.ts";
import { type Block, shellBlocks } from "./document.ts";

/** The words behind `sh kit` in OPERATIONS.md and docs/. */
export const PARTS = [
  ...[
    "desk",
    "install",
    "rehearse",
    "check",
    "nightly",
    "forget",
    "archive",
    "watch",
    "backup",
    "restore",
    "look",
    "upgrade",
    "rollback",
    "releases",
    "mistake",
  ],
  ...["set", "rotate-database", "rotate-backups", "rotate-archive", "rotate-certificate"],
];

/** The words behind `sh quickstart` in QUICKSTART.md. */
export const QUICKSTART_PARTS = ["desk", "install", "rehearse", "backup"];

/** The values that a person puts into a file of settings, by name. */
export type Settings = Record<string, string>;

/** The person who has OPERATIONS.md in one hand, and a visitor's browser in the other. */
export class Operator {
  readonly debian: Debian;
  readonly version: string;
  readonly failed: string[] = [];
  readonly executed: string[] = [];
  readonly #blocks: Block[];
  readonly #done = new Set<string>(["desk"]);
  readonly #replaced = new Map([["manabiya.example.jp", "localhost"]]);
  #next = "";

  /** @param drill the first word behind `sh` of the blocks that the drill executes */
  constructor(debian: Debian, document: string, version: string, drill = "kit") {
    this.debian = debian;
    this.version = version;
    this.#blocks = shellBlocks(document).filter(({ words }) => words[0] === drill);
    this.replace("OLD-VERSION", version);
  }

  /** In the commands that follow, the person writes these words in the place of the document's. */
  replace(word: string, by: string): void {
    this.#replaced.set(word, by);
  }

  /**
   * Executes the commands of the drill's blocks `sh DRILL PART`.
   * @param fillIn gives the settings that the person writes, from the output of the part so far
   * @returns the output of the commands
   */
  async execute(part: string, fillIn: (printed: string) => Settings | Promise<Settings> = () => ({})): Promise<string> {
    let printed = "";
    for (const command of this.#commands(part)) {
      if (command.startsWith("editor ")) this.#sitAtEditor(await fillIn(printed));
      const { code, output } = await this.#run(this.#inWords(command, part));
      printed += output;
      console.log(`${code === 0 ? "ran   " : "FAILED"}  ${command}`);
      if (code === 0) continue;
      console.log(output.trimEnd().split("\n").slice(-15).join("\n"));
      this.failed.push(`${command}: ${code}`);
    }
    return printed;
  }

  /** @returns all that the commands of a part print, whether they succeed or not */
  async answer(part: string, environment: string): Promise<string> {
    let answer = "";
    for (const command of this.#commands(part)) {
      answer += (await this.#run(`${environment} ${this.#inWords(command, part)}`)).output;
    }
    return answer;
  }

  /** Blocks that no call executed. */
  left(): string[] {
    return this.#blocks.filter(({ words }) => !this.#done.has(words[1] ?? "")).map(({ words }) => words.join(" "));
  }

  #commands(part: string): string[] {
    this.#done.add(part);
    const blocks = this.#blocks.filter(({ words }) => words[1] === part);
    if (blocks.length === 0) this.failed.push(`no document has a block for the part ${part}`);
    return blocks.flatMap(({ commands }) => commands);
  }

  #inWords(command: string, part: string): string {
    let text = command;
    for (const [word, by] of this.#replaced) text = text.replaceAll(word, by);
    return text.replaceAll("VERSION", part === "upgrade" ? this.#next : this.version);
  }

  #run(command: string): Promise<Ran> {
    this.executed.push(command);
    return this.debian.run(command, { input: `${PASSWORD}\n` });
  }

  #sitAtEditor(settings: Settings): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const replace = 'sed -i "/^${line%%=*}=/d" "$1"; echo "$line" >> "$1"';
    const script = `#!/bin/bash\nset -e\nwhile read -r line; do ${replace}; done <<'END'\n${lines.join("\n")}\nEND\n`;
    this.debian.write("/usr/local/bin/editor", lines.length > 0 ? script : "#!/bin/sh\n", 0o755);
  }

  async #call(path: string, body: object): Promise<number> {
    const words = `--silent --output /dev/null --write-out '%{http_code}' --cacert /etc/manabiya/tls/fullchain.pem`;
    const { output } = await this.debian.run(`curl ${words} --json @- https://localhost${path}`, {
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

  forgetPassword(email: string): Promise<number> {
    return this.#call("/api/auth/password-reset/", { email });
  }

  /** The release whose process serves, after it is ready. */
  served(): Promise<string> {
    return servedRelease(this.debian);
  }

  /** The same release under another name. `npm run prove -- rolling` has the previous release. */
  async makeNextRelease(): Promise<string> {
    this.#next = await this.makeRelease("next");
    return this.#next;
  }

  /**
   * @param damage commands that change the release's folder, `$1`
   * @returns the version of an archive in /root
   */
  async makeRelease(name: string, damage = "true"): Promise<string> {
    const next = `${this.version}-${name}`;
    const { code, output } = await this.debian.run(
      `set -- manabiya-${next} && cp -a manabiya-${this.version} $1 && echo ${next} > $1/VERSION && ${damage} &&
        tar -cf - $1 | gzip -1 > $1.tar.gz && rm -r $1`,
    );
    if (code !== 0) throw new Error(output);
    return next;
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
