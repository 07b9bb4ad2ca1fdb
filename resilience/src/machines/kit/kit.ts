// Follows OPERATIONS.md on a bare Debian to the letter: its blocks `sh kit …` are executed in their order, with
// placeholders replaced and nothing else. Then it looks at what came of them.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../../../../scripts/quiet-run.mjs";
import { atMost, type Finding, none } from "../../finding.ts";
import { Debian } from "./debian.ts";
import { shellBlocks } from "./document.ts";
import { exposureOf, foreign } from "./judge.ts";

const VERSION = "0.1.0-drill";
const NEXT = "0.1.0-next";
const PASSWORD = "drill-for-operators-7";
const WEBHOOK_SECRET = "whsec_drillofthekitwithasandboxasprovider";

/** What `editor` puts into the settings, as a person would. */
const SETTINGS = (secretKey: string) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_URL: "http://127.0.0.1:12111",
  SITE_FAQ_URL: "https://localhost/faq",
  SITE_CONTACT_URL: "https://localhost/contact",
});

/** @param plant `misspelled`: one command of the document has a wrong letter, which the drill must find */
export async function runDrill([plant = ""]: string[]): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-kit-"));
  chmodSync(folder, 0o755);
  let debian: Debian | null = null;
  try {
    const document = readFileSync(join(root, "OPERATIONS.md"), "utf8");
    console.log(
      execFileSync(process.execPath, ["deploy/release.mjs", VERSION], { cwd: root, encoding: "utf8" }).trim(),
    );
    const words = execFileSync(join(root, "deploy/single/install"), ["--packages"], { encoding: "utf8" });
    mkdirSync(join(folder, "debian"));
    debian = await Debian.start(join(folder, "debian"), [...words.trim().split(" "), "postgresql-common"]);
    debian.put(join(root, `release/manabiya-${VERSION}.tar.gz`), `/root/manabiya-${VERSION}.tar.gz`);
    const text =
      plant === "misspelled" ? document.replace("manage create-superuser --", "manage create-superusr --") : document;
    return await new Follower(debian, text).follow();
  } finally {
    await debian?.end();
    rmSync(join(root, `release/manabiya-${VERSION}.tar.gz`), { force: true });
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

class Follower {
  readonly #debian: Debian;
  readonly #document: string;
  readonly #failed: string[] = [];
  #executed = 0;
  #secretKey = "";

  constructor(debian: Debian, document: string) {
    this.#debian = debian;
    this.#document = document;
  }

  async follow(): Promise<Finding[]> {
    const began = performance.now();
    await this.#execute("install");
    const minutes = (performance.now() - began) / 60_000;
    const before = await this.#signUp("before@example.jp");
    const looked = await this.#look();
    const again = await this.#debian.run(`/opt/manabiya/current/deploy/single/install 2>&1 | grep wrote`);
    await this.#execute("backup");
    await this.#signUp("after@example.jp");
    await this.#execute("restore");
    const restored = [await this.#logIn("before@example.jp"), await this.#logIn("after@example.jp")];
    await this.#makeNextRelease();
    await this.#execute("upgrade");
    const upgraded = await this.#served();
    const member = await this.#signUp("new@example.jp");
    await this.#execute("rollback");
    const rolledBack = await this.#served();
    const kept = await this.#logIn("new@example.jp");
    return [
      none(`documented commands that failed, of ${this.#executed}`, this.#failed),
      atMost("minutes from the archive to a serving site", minutes, 10),
      none("a visitor signs up through nginx and TLS", before === 201 ? [] : [`status ${before}`]),
      ...looked,
      none("files that a second installation wrote", again.output.split("\n").filter(Boolean)),
      none(
        "after the restore: the member of before is there, the one of after is not",
        foreign(restored, [200, 400, 401]),
      ),
      none("the upgrade serves the next release", foreign([upgraded], [NEXT])),
      none("the roll back serves the first release, and has the member who came meanwhile", [
        ...foreign([rolledBack], [VERSION]),
        ...foreign([member, kept], [200, 201]),
      ]),
    ];
  }

  /** Executes the commands of the blocks `sh kit PART`. */
  async #execute(part: string): Promise<void> {
    const blocks = shellBlocks(this.#document).filter(({ words }) => words[0] === "kit" && words[1] === part);
    if (blocks.length === 0) this.#failed.push(`OPERATIONS.md has no block "sh kit ${part}"`);
    for (const command of blocks.flatMap(({ commands }) => commands)) {
      const version = part === "upgrade" ? NEXT : VERSION;
      const exact = command
        .replaceAll("OLD-VERSION", VERSION)
        .replaceAll("VERSION", version)
        .replaceAll("manabiya.example.jp", "localhost");
      if (exact.startsWith("editor ")) await this.#prepareEditor();
      const { code, output } = await this.#debian.run(exact, { input: `${PASSWORD}\n` });
      this.#executed += 1;
      console.log(`${code === 0 ? "ran   " : "FAILED"}  ${exact}`);
      if (code === 0) continue;
      console.log(output.trimEnd().split("\n").slice(-15).join("\n"));
      this.#failed.push(`${exact}: ${code}`);
    }
  }

  /** The person at the editor. The sandbox in the provider's place starts before it, since its key is a setting. */
  async #prepareEditor(): Promise<void> {
    if (this.#secretKey !== "") return;
    const sandbox = this.#debian.background(
      `exec /opt/manabiya/current/bin/node /opt/manabiya/current/stripe-sandbox/src/bin.ts --webhook-url http://127.0.0.1:3000/api/stripe/webhook/ --webhook-secret ${WEBHOOK_SECRET}`,
    );
    let printed = "";
    for (const stream of [sandbox.stdout, sandbox.stderr]) stream?.on("data", (chunk) => (printed += String(chunk)));
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

  #signUp(email: string): Promise<number> {
    const passwords = { password: PASSWORD, password2: PASSWORD };
    const plan = { subscription_status: "trial", agreedToTerms: true };
    return this.#call("/api/auth/signup/", { username: "見学する人", email, ...passwords, ...plan });
  }

  #logIn(email: string): Promise<number> {
    return this.#call("/api/auth/login/", { email, password: PASSWORD });
  }

  /** The release whose process serves, after it is ready. */
  async #served(): Promise<string> {
    const ready = "curl --silent --fail --retry 30 --retry-all-errors http://127.0.0.1:3000/health/ready > /dev/null";
    const { output } = await this.#debian.run(
      `${ready}; readlink /proc/$(cat /run/units/manabiya.service.pid)/cwd | xargs basename`,
    );
    return output.trim();
  }

  /** The same release under another name. `npm run prove -- rolling` has the previous release. */
  async #makeNextRelease(): Promise<void> {
    const { code, output } = await this.#debian.run(
      `mv manabiya-${VERSION} manabiya-${NEXT} && echo ${NEXT} > manabiya-${NEXT}/VERSION && tar -czf manabiya-${NEXT}.tar.gz manabiya-${NEXT} && rm -r manabiya-${NEXT}`,
    );
    if (code !== 0) throw new Error(output);
  }

  async #look(): Promise<Finding[]> {
    const ask = async (command: string) => (await this.#debian.run(command)).output.trim();
    const sql = (text: string) => ask(`runuser --user postgres -- psql -XAtc "${text}"`);
    const verify = await ask("systemd-analyze verify /etc/systemd/system/manabiya.service 2>&1");
    const security = await ask("systemd-analyze security --offline=true --no-pager manabiya.service 2>&1");
    const files = await ask("stat --format '%a %U' /etc/manabiya/manabiya.env /etc/manabiya/tls /var/lib/manabiya");
    const user = await ask("stat --format %U /proc/$(cat /run/units/manabiya.service.pid)");
    const role = await sql(
      "select rolsuper, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = 'manabiya'",
    );
    const base = await sql(
      "select pg_get_userbyid(datdba), pg_encoding_to_char(encoding), current_setting('data_checksums') from pg_database where datname = 'manabiya'",
    );
    const redirect = await ask(
      "curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' http://localhost/login",
    );
    const revived = await this.#revive();
    return [
      none("systemd-analyze verify: complaints", verify.split("\n").filter(Boolean)),
      atMost("systemd-analyze security: exposure", exposureOf(security), 2.5),
      none("nginx -t: complaints", (await ask("nginx -t -q 2>&1")).split("\n").filter(Boolean)),
      none(
        "owners and modes of settings, keys and files",
        foreign(files.split("\n"), ["600 root", "700 root", "700 manabiya"]),
      ),
      none("the user of the service", foreign([user], ["manabiya"])),
      none("rights of the database's role", foreign([role], ["f|f|f|f"])),
      none("owner, encoding and checksums of the database", foreign([base], ["manabiya|UTF8|on"])),
      none("HTTP leads to HTTPS", foreign([redirect], ["308 https://localhost/login"])),
      atMost("seconds without service after kill -9 of the service", revived, 15),
    ];
  }

  async #revive(): Promise<number> {
    const began = performance.now();
    await this.#debian.run("kill -9 $(cat /run/units/manabiya.service.pid); sleep 0.5");
    await this.#served();
    return (performance.now() - began) / 1000;
  }
}
