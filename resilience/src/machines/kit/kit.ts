// Follows OPERATIONS.md and docs/ on a bare Debian to the letter: their blocks `sh kit …` are executed in their order, with
// placeholders replaced and nothing else. Then it looks at what came of them.
import { execFileSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { atMost, type Finding, none } from "../../finding.ts";
import { Debian } from "../debian/debian.ts";
import { bootAgain } from "./boots.ts";
import { AUTHORITIES, makeAuthorities, PROVIDER_URL, startProvider, WEBHOOK_SECRET } from "./counterparts.ts";
import { tryDeletions } from "./deletions.ts";
import { operatorsText } from "./document.ts";
import { foreign, wrongOf } from "./judge.ts";
import { lookAtMachine } from "./look.ts";
import { MAIL_PACKAGES } from "./mail-server.ts";
import { makeRelease } from "./make-release.ts";
import { takeOffered } from "./offered.ts";
import { recoverFromMistake } from "./mistake.ts";
import type { Neighbour } from "./neighbour.ts";
import { Operator } from "./operator.ts";
import { Rotations } from "./rotations.ts";
import { probeSandbox } from "./sandbox.ts";
import { fireTimers } from "./timers.ts";

/** Wrong instructions, which the drill must find: a word of the document, and what stands in its place. */
const PLANTS: Record<string, [right: string, wrong: string]> = {
  misspelled: ["create-superuser --", "create-superusr --"],
  // The old password goes on to work.
  unended: ["alter role manabiya nologin password null", "alter role manabiya login"],
};

/** Releases that `manabiya upgrade` must undo or refuse: what is done to their folder or archive, and what it says. */
const BAD_RELEASES = {
  silent: { damage: 'echo "process.exit(1)" > $1/server/src/bin/main.ts', says: "does not serve" },
  unfit: {
    damage: `sed -i 's/\\["clock", clock,/["clock", async () => [wrong("clock", "planted", "none")],/' $1/server/src/bin/manage/check/check.ts`,
    says: "calls wrong what was right before (clock)",
  },
  foreign: { damage: "echo > $1/bin/node", says: "another processor" },
  cut: {
    damage: "sha256sum $1/VERSION > $1.tar.gz.sha256 && sed -i 's|/VERSION|.tar.gz|' $1.tar.gz.sha256",
    says: "checksum",
  },
};

/** @param plant a key of `PLANTS` */
export async function runDrill([plant = ""]: string[]): Promise<Finding[]> {
  const [right, wrong] = PLANTS[plant] ?? ["", ""];
  const document = operatorsText().replace(right, wrong);
  const archive = makeRelease(document);
  const folder = mkdtempSync(join(tmpdir(), "manabiya-kit-"));
  chmodSync(folder, 0o755);
  let debian: Debian | null = null;
  try {
    const words = ["deploy/single/install", "deploy/shared/backup/keeper"].flatMap((script) =>
      execFileSync(join(root, script), ["--packages"], { encoding: "utf8" }).trim().split(" "),
    );
    for (const name of ["debian", "provider"]) mkdirSync(join(folder, name));
    debian = await Debian.start(join(folder, "debian"), {
      packages: [...words, "postgresql-common", "pgbackrest", ...MAIL_PACKAGES],
    });
    for (const path of [archive, `${archive}.sha256`]) debian.put(path, `/root/${basename(path)}`);
    const version = basename(archive, ".tar.gz").replace("manabiya-", "");
    return await new Year(new Operator(debian, document, version), join(folder, "provider")).live();
  } finally {
    await debian?.end();
    for (const path of globSync(archive.replace(`-${process.arch}.`, "-*.") + "*")) rmSync(path);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** A machine's first year, in minutes: each part of the document in an order in which it may happen. */
class Year {
  readonly #operator: Operator;
  readonly #state: string;
  #provider: Neighbour | null = null;

  constructor(operator: Operator, state: string) {
    this.#operator = operator;
    this.#state = state;
  }

  async live(): Promise<Finding[]> {
    const operator = this.#operator;
    const findings: Finding[] = [];
    try {
      for (const part of [this.#install, this.#safeguard, this.#upgrade, this.#breakDown, this.#rotate]) {
        findings.push(...(await part.call(this)));
      }
      await operator.execute("look");
    } catch (error) {
      findings.push(none("steps after which the drill could not go on", [String(error)]));
    } finally {
      await this.#provider?.end();
    }
    return [
      none(`documented commands that failed, of ${operator.executed.length}`, operator.failed),
      none("documented blocks of this drill that it did not execute", operator.left()),
      ...findings,
    ];
  }

  async #install(): Promise<Finding[]> {
    const operator = this.#operator;
    const { debian } = operator;
    const began = performance.now();
    await operator.execute("install", () => this.#firstSettings());
    if (operator.failed.length > 0) throw new Error("The installation failed.");
    const minutes = (performance.now() - began) / 60_000;
    const visitor = await operator.signUp("before@example.jp");
    await operator.execute("rehearse");
    const looked = [...(await lookAtMachine(debian)), ...(await probeSandbox(debian))];
    const again = await debian.run("/opt/manabiya/current/deploy/single/install 2>&1 | grep wrote");
    return [
      atMost("minutes from the archive to a serving site", minutes, 10),
      none("a visitor signs up through nginx and TLS", foreign([visitor], [201])),
      ...looked,
      none("files that a second installation wrote", again.output.split("\n").filter(Boolean)),
    ];
  }

  async #breakDown(): Promise<Finding[]> {
    const recovered = await recoverFromMistake(this.#operator);
    const booted = await bootAgain(this.#operator, this.#present, this.#state);
    this.#provider = booted.provider;
    return [...recovered, ...booted.findings];
  }

  #rotate(): Promise<Finding[]> {
    return new Rotations(this.#operator, this.#present).all();
  }

  get #present(): Neighbour {
    if (this.#provider === null) throw new Error("The installation asked for no settings.");
    return this.#provider;
  }

  /** The provider opens an account before, whose key is a setting. */
  async #firstSettings() {
    const { debian } = this.#operator;
    if (this.#provider === null) {
      await makeAuthorities(debian);
      this.#provider = startProvider(debian, this.#state);
    }
    const { secret } = await this.#provider.ask<{ secret: string }>("key");
    return {
      STRIPE_SECRET_KEY: secret,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: PROVIDER_URL,
      SITE_FAQ_URL: "https://localhost/faq",
      SITE_CONTACT_URL: "https://localhost/contact",
    };
  }

  /** Backups of both kinds, the check of everything, and a restore. */
  async #safeguard(): Promise<Finding[]> {
    const operator = this.#operator;
    await operator.execute("nightly");
    const deletions = await tryDeletions(operator.debian);
    await operator.execute("forget");
    await operator.execute("archive");
    await operator.execute("watch");
    const fired = await fireTimers(operator.debian);
    const checked = wrongOf(await operator.answer("check", `NODE_EXTRA_CA_CERTS=${AUTHORITIES}`));
    await operator.execute("backup");
    await operator.signUp("after@example.jp");
    await operator.execute("restore");
    await operator.served();
    const saved = await operator.logIn("before@example.jp");
    const gone = await operator.logIn("after@example.jp");
    return [
      deletions,
      ...fired,
      none("lines of `manage check` that say wrong, with the certificate trusted and the nightly backups", checked),
      none("after the restore, the member of before logs in", foreign([saved], [200])),
      none("after the restore, the member of after is unknown", foreign([gone], [401])),
    ];
  }

  async #upgrade(): Promise<Finding[]> {
    const operator = this.#operator;
    const { debian } = operator;
    const refused: string[] = [];
    for (const [name, { damage, says }] of Object.entries(BAD_RELEASES)) {
      const bad = await operator.makeRelease(name, damage);
      const { code, output } = await debian.run(`manabiya upgrade manabiya-${bad}.tar.gz`);
      const serves = await operator.served();
      console.log(`${name}: ${output.trimEnd().split("\n").slice(-3).join(" | ")}`);
      if (code !== 1 || !output.includes(says) || serves !== operator.version)
        refused.push(`${name}: ${code}, ${serves}`);
    }
    const next = await operator.makeNextRelease();
    await operator.execute("upgrade");
    const upgraded = await operator.served();
    const member = await operator.signUp("new@example.jp");
    await operator.execute("rollback");
    const rolledBack = await operator.served();
    const stillMember = await operator.logIn("new@example.jp");
    return [
      none("bad releases after whose upgrade the first one does not serve, or that say no reason", refused),
      none("the upgrade serves the next release", foreign([upgraded], [next])),
      none("the roll back serves the first release", foreign([rolledBack], [operator.version])),
      none("a member of the next release logs in at the first", foreign([member, stillMember], [200, 201])),
      ...(await takeOffered(operator)),
    ];
  }
}
