import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Finding, none } from "../../finding.ts";
import { AUTHORITIES, startVisitor } from "./counterparts.ts";
import { foreign, judgeRotation, type Rotation } from "./judge.ts";
import { MailServer, smtpUrl } from "./mail-server.ts";
import type { Neighbour } from "./neighbour.ts";
import type { Operator, Settings } from "./operator.ts";
import type { Report } from "./visitor.ts";

/** Milliseconds for which Stripe takes replaced secrets, too. In its dashboard it is a day. */
const OVERLAP = 120_000;

const MEMBER = "before@example.jp";
const OTHER = "kept@example.jp";

/** The effects of a rotation beside those on the member. */
interface Outside {
  oldOpens: string[] | null;
  newRefused: string[];
}

const told = (answers: Record<string, boolean>) => Object.keys(answers).filter((what) => answers[what]);

/** Rotates each secret as the document says, while a member is signed in and makes requests. */
export class Rotations {
  readonly findings: Finding[] = [];
  readonly #operator: Operator;
  readonly #provider: Neighbour;
  readonly #visitor: Neighbour;

  constructor(operator: Operator, provider: Neighbour) {
    this.#operator = operator;
    this.#provider = provider;
    this.#visitor = startVisitor(operator.debian, MEMBER);
  }

  async all(): Promise<Finding[]> {
    await this.#visitor.ask("log-in");
    try {
      const began = performance.now();
      const key = await this.#stripe("STRIPE_SECRET_KEY", "roll-key");
      await this.#stripe("STRIPE_WEBHOOK_SECRET", "roll-webhook-secret");
      await this.#rotate("AUTH_SECRET", () => this.#authSecret(), true);
      await this.#rotate("the password of PostgreSQL", () => this.#database());
      await this.#mails();
      await this.#rotate("the password of the backups", () => this.#backups());
      await this.#rotate("the key of the archive", () => this.#archive());
      await this.#rotate("the certificate", () => this.#certificate());
      await pause(Math.max(0, OVERLAP - (performance.now() - began)));
      await this.#rotate("Stripe's secrets after the overlap", () => this.#afterOverlap(key));
    } finally {
      await this.#visitor.end();
    }
    return this.findings;
  }

  async #rotate(secret: string, work: () => Promise<Outside>, endsSessions = false): Promise<void> {
    await this.#visitor.ask("report");
    let outside: Outside;
    try {
      outside = await work();
    } catch (error) {
      this.findings.push(none(`${secret}: steps after which its rotation could not go on`, [String(error)]));
      return;
    }
    await this.#operator.served();
    // The visitor asks again after the restart.
    await pause(1_500);
    const seen = await this.#visitor.ask<Report>("report");
    this.findings.push(...judgeRotation({ secret, seen, endsSessions, ...outside } satisfies Rotation));
    if (endsSessions) await this.#visitor.ask("log-in");
  }

  async #set(settings: Settings): Promise<void> {
    await this.#operator.execute("set", () => settings);
    await this.#operator.served();
  }

  async #ask(command: string): Promise<string> {
    return (await this.#operator.debian.run(command)).output.trim();
  }

  /** @returns the replaced key */
  async #stripe(name: string, roll: string): Promise<string> {
    const { secret: replaced } = await this.#provider.ask<{ secret: string }>("key");
    await this.#rotate(name, async () => {
      const { secret } = await this.#provider.ask<{ secret: string }>(`${roll} ${OVERLAP}`);
      const meanwhile = await this.#speaks();
      await this.#set({ [name]: secret });
      return { oldOpens: null, newRefused: [...meanwhile, ...(await this.#speaks())] };
    });
    return replaced;
  }

  /** Whether the service asks Stripe and takes its events. @returns the failures */
  async #speaks(): Promise<string[]> {
    const { status } = await this.#provider.ask<{ status: number }>("event");
    const order = await this.#visitor.ask<{ status: number }>("order");
    return told({
      [`an event is answered with ${status}`]: status !== 200,
      [`an order is answered with ${order.status}`]: order.status !== 200,
    });
  }

  async #afterOverlap(replaced: string): Promise<Outside> {
    const { status } = await this.#provider.ask<{ status: number }>(`try-key ${replaced}`);
    return { oldOpens: told({ "Stripe takes the old key": status !== 401 }), newRefused: await this.#speaks() };
  }

  async #authSecret(): Promise<Outside> {
    await this.#set({ AUTH_SECRET: randomBytes(48).toString("base64") });
    const answer = await this.#operator.logIn(MEMBER);
    return { oldOpens: null, newRefused: told({ [`a login is answered with ${answer}`]: answer !== 200 }) };
  }

  async #database(): Promise<Outside> {
    const line = await this.#ask("grep ^DATABASE_URL= /etc/manabiya/manabiya.env");
    const before = line.replace("DATABASE_URL=", "");
    const url = (printed: string) => {
      const [, password = ""] = /^([0-9a-f]{48})$/m.exec(printed) ?? [];
      return { DATABASE_URL: before.replace(/\/\/[^@]+@/, `//manabiya_2027:${password}@`) };
    };
    await this.#operator.execute("rotate-database", url);
    const opens = async (address: string) => (await this.#ask(`psql '${address}' -XAtc 'select 1'`)) === "1";
    const after = (await this.#ask("grep ^DATABASE_URL= /etc/manabiya/manabiya.env")).replace("DATABASE_URL=", "");
    const owners = "select count(*) from pg_tables where schemaname = 'public' and tableowner <> 'manabiya'";
    await this.#ask(`psql '${after}' -Xc 'create table made_afterwards (id int)'`);
    const others = await this.#ask(
      `psql '${after}' -XAtc "${owners}"; psql '${after}' -Xqc 'drop table made_afterwards'`,
    );
    return {
      oldOpens: told({ "PostgreSQL takes the old password": await opens(before) }),
      newRefused: told({
        "PostgreSQL refuses the new password": !(await opens(after)),
        [`tables that are not of the role manabiya: ${others}`]: others !== "0",
      }),
    };
  }

  async #mails(): Promise<void> {
    const [before, after] = ["the-first-password", "the-second-password"];
    const server = await MailServer.install(this.#operator.debian, before);
    // An authority would have signed the mail server's certificate.
    await this.#set({ SMTP_URL: smtpUrl(before), MAIL_FROM: "site@example.jp", NODE_EXTRA_CA_CERTS: AUTHORITIES });
    await this.#rotate("SMTP_URL", async () => {
      const count = await server.taken();
      await this.#operator.forgetPassword(MEMBER);
      const first = await server.arrive(count + 1, 30);
      await server.setPassword(after);
      await this.#operator.forgetPassword(OTHER);
      await pause(3_000);
      const waits = (await server.taken()) === count + 1;
      await this.#set({ SMTP_URL: smtpUrl(after) });
      const second = await server.arrive(count + 2, 60);
      return {
        oldOpens: told({ "the mail server takes the old password": await server.takes(before) }),
        newRefused: told({
          "no mail arrives before": !first,
          "a mail arrives in spite of the wrong password": !waits,
          "the mail that waited does not arrive": !second,
        }),
      };
    });
  }

  async #backups(): Promise<Outside> {
    const file = "/etc/manabiya/restic-password";
    const snapshots = async () => {
      const list = await this.#ask("manabiya restic snapshots --tag files --json");
      return [...list.matchAll(/"short_id":"(\w+)"/g)].map(([, id = ""]) => id);
    };
    const before = await snapshots();
    await this.#ask(`cp --preserve ${file} ${file}.kept`);
    const list = await this.#ask("manabiya restic key list");
    const [, old = ""] = /^\*(\w+)/m.exec(list) ?? [];
    this.#operator.replace("OLD-ID", old);
    await this.#operator.execute("rotate-backups");
    const opens = async (password: string) =>
      (await this.#operator.debian.run(`manabiya restic --password-file ${password} cat config`)).code === 0;
    const [oldOpens, newOpens] = [await opens(`${file}.kept`), await opens(file)];
    const lost = foreign(before, await snapshots());
    return {
      oldOpens: told({ "restic takes the old password": oldOpens }),
      newRefused: told({
        "restic refuses the new password": !newOpens,
        [`earlier backups are lost: ${lost.join(" ")}`]: lost.length > 0,
        "there was no earlier backup": before.length === 0,
      }),
    };
  }

  async #archive(): Promise<Outside> {
    await this.#operator.execute("rotate-archive");
    const info = "runuser --user postgres -- pgbackrest --stanza=manabiya info";
    const status = async (more: string) => /status: (.*)/.exec(await this.#ask(`${info} ${more}`))?.[1] ?? "none";
    const [now, before, oldKey] = [
      await status(""),
      await status("--config=/etc/pgbackrest-2026.conf"),
      await status("--config=/etc/pgbackrest-2026.conf --repo1-path=/mnt/archive-2027"),
    ];
    return {
      oldOpens: told({ "the old key opens the new archive": oldKey === "ok" }),
      newRefused: told({ [`the new archive: ${now}`]: now !== "ok", [`the old archive: ${before}`]: before !== "ok" }),
    };
  }

  async #certificate(): Promise<Outside> {
    const served = () =>
      this.#ask("openssl s_client -connect localhost:443 < /dev/null 2> /dev/null | openssl x509 -noout -serial");
    const before = await served();
    await this.#operator.execute("rotate-certificate");
    // The command returns before new workers have taken over.
    let after = await served();
    for (let attempt = 0; attempt < 50 && after === before; attempt += 1) {
      await pause(200);
      after = await served();
    }
    const file = await this.#ask("openssl x509 -noout -serial -in /root/fullchain.pem");
    return {
      oldOpens: told({ "nginx shows the old certificate": after === before }),
      newRefused: told({ "nginx does not show the new certificate": after !== file }),
    };
  }
}
