// The newcomer's hour: QUICKSTART.md is all that this drill reads. Its commands are executed in their order on a bare Debian,
// with the placeholders that the page names replaced, until the first member has paid.
import { execFileSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";
import { root } from "../../../../../scripts/quiet-run.mjs";
import { atMost, type Finding, none } from "../../../finding.ts";
import { Debian } from "../../debian/debian.ts";
import { AUTHORITIES, makeAuthorities, PROVIDER_URL, startFirstBuyer, startProvider } from "../counterparts.ts";
import { shellBlocks } from "../document.ts";
import { foreign, wrongOf } from "../judge.ts";
import { MAIL_PACKAGES, MailServer, smtpUrl } from "../mail-server.ts";
import { makeRelease } from "../make-release.ts";
import type { Neighbour } from "../neighbour.ts";
import { Operator, type Settings } from "../operator.ts";

/** Milliseconds for a mail. */
const PATIENCE = 60_000;

const MAIL_PASSWORD = "of-the-mail-server";

export async function runDrill(): Promise<Finding[]> {
  const document = readFileSync(join(root, "QUICKSTART.md"), "utf8");
  const archive = makeRelease(document, "quickstart");
  const folder = mkdtempSync(join(tmpdir(), "manabiya-quickstart-"));
  chmodSync(folder, 0o755);
  let debian: Debian | null = null;
  const neighbours: Neighbour[] = [];
  try {
    const needs = execFileSync(join(root, "deploy/single/install"), ["--packages"], { encoding: "utf8" });
    for (const name of ["debian", "provider"]) mkdirSync(join(folder, name));
    const packages = [...needs.trim().split(" "), ...MAIL_PACKAGES];
    debian = await Debian.start(join(folder, "debian"), { packages });
    // The page's `scp`.
    for (const path of [archive, `${archive}.sha256`]) debian.put(path, `/root/${basename(path)}`);
    const version = basename(archive, ".tar.gz").replace("manabiya-", "");
    const operator = new Operator(debian, document, version, "quickstart");
    return await followPage(operator, { document, state: join(folder, "provider"), neighbours });
  } finally {
    for (const neighbour of neighbours) await neighbour.end();
    await debian?.end();
    for (const path of globSync(archive.replace(`-${process.arch}.`, "-*.") + "*")) rmSync(path);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

interface Given {
  document: string;
  /** A folder of the card provider's. */
  state: string;
  neighbours: Neighbour[];
}

async function followPage(operator: Operator, { document, state, neighbours }: Given): Promise<Finding[]> {
  const { debian } = operator;
  const began = performance.now();
  let provider: Neighbour | null = null;
  /** First what the page names, then the secret that `stripe-setup` printed. */
  const fillIn = async (printed: string): Promise<Settings> => {
    const [, secret] = /^STRIPE_WEBHOOK_SECRET=(\S+)$/m.exec(printed) ?? [];
    if (secret !== undefined) return { STRIPE_WEBHOOK_SECRET: secret };
    // Before, the newcomer opened accounts at both, whose certificates an authority signed.
    await makeAuthorities(debian);
    await MailServer.install(debian, MAIL_PASSWORD);
    provider = startProvider(debian, state, "");
    neighbours.push(provider);
    const key = await provider.ask<{ secret: string }>("key");
    const page = { STRIPE_SECRET_KEY: key.secret, SMTP_URL: smtpUrl(MAIL_PASSWORD), MAIL_FROM: "site@localhost" };
    return { ...page, STRIPE_API_URL: PROVIDER_URL, NODE_EXTRA_CA_CERTS: AUTHORITIES };
  };
  await operator.execute("install", fillIn);
  if (operator.failed.length > 0 || provider === null) throw new Error("The installation failed.");
  await (provider as Neighbour).ask("tax-ids");
  const served = await operator.served();
  await operator.execute("rehearse");
  const buyer = startFirstBuyer(debian);
  neighbours.push(buyer);
  const { id } = await buyer.ask<{ id: number }>("add-video you@example.jp");
  const paid = await buyer.ask<{ says: string; watches: string | null }>(`buy ${id}`);
  const thanked = await arrives(debian, "first@example.jp", "ご契約が始まりました");
  const minutes = (performance.now() - began) / 60_000;
  const checked = wrongOf(await operator.execute("backup"));
  await buyer.ask("hear you@example.jp");
  const unheard = await missedTroubles(debian);
  const skipped = shellBlocks(document).flatMap(({ notRun, commands }) => (notRun === null ? [] : commands));
  for (const command of skipped) console.log(`not run  ${command}`);
  return [
    none(`commands of the page that failed, of ${operator.executed.length}`, operator.failed),
    none(
      "blocks of the page that were not executed",
      operator.left().filter((words) => words !== "quickstart desk"),
    ),
    none("the release that serves", foreign([served], [operator.version])),
    none("the price on the payment page", foreign([paid.says], ["1,650円"])),
    none("what the first member watches after the payment", foreign([String(paid.watches)], ["first-video"])),
    none("mails of thanks that did not arrive", thanked ? [] : ["none within a minute"]),
    none("lines of `manage check` that say wrong at the page's end", checked),
    none("troubles of which no mail arrived within a minute", unheard),
    atMost("minutes of the machine, from the archive to the first payment", minutes, 30),
  ];
}

/** Troubles by the units that the installation enabled, and the line of the owner's mail. */
const TROUBLES: Record<string, { cause: string; repair: string; says: string }> = {
  "the service is stopped": {
    cause: "systemctl stop manabiya; systemctl start manabiya-check",
    repair: "systemctl start manabiya",
    says: "readiness: 50",
  },
  "the nightly backup fails": {
    cause: "echo RESTIC_REPOSITORY=/nowhere > /etc/manabiya/backup.env; systemctl start manabiya-backup",
    repair: "rm /etc/manabiya/backup.env",
    says: "manabiya-backup.service: failed",
  },
};

/** @returns the troubles that the owner's mailbox does not name */
async function missedTroubles(debian: Debian): Promise<string[]> {
  const missed: string[] = [];
  for (const [what, { cause, repair, says }] of Object.entries(TROUBLES)) {
    await debian.run(cause);
    if (!(await arrives(debian, "you@example.jp", says)))
      missed.push(`${what}: ${(await debian.run("journalctl --unit 'manabiya-*' --lines 6")).output}`);
    await debian.run(repair);
  }
  return missed;
}

/** Whether such a mail arrives within a minute. */
async function arrives(debian: Debian, recipient: string, words: string): Promise<boolean> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(1_000)) {
    const { output } = await debian.run("for mail in /var/mail/inbox/new/*; do base64 --wrap 0 $mail; echo; done");
    for (const line of output.trim().split("\n")) {
      const { to = [], text = "" } = await PostalMime.parse(Buffer.from(line, "base64"));
      if (to.some(({ address }) => address === recipient) && text.includes(words)) return true;
    }
  }
  return false;
}
