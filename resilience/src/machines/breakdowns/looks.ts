// Breakdowns of which the hourly timer and the units of systemd tell, each by its cause. The server may be dead.
import { chmod, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Heard } from "./judge.ts";
import type { Site } from "./site.ts";

/** Seconds between two looks of the timer, each at the same minute of the hour. */
const HOUR = 3600;

/** Seconds that one look may take. */
const LOOK = 60;

interface Breakdown {
  cause: (site: Site) => Promise<unknown>;
  repair: (site: Site) => Promise<unknown>;
  says: RegExp;
  todo: RegExp;
  /** Settings with which the timer runs, in the place of the service's own. */
  settings?: Record<string, string>;
}

const stripe = async ({ sandbox }: Site, path: string, body: Record<string, string>): Promise<void> => {
  const headers = { authorization: `Bearer ${sandbox.secretKey}` };
  const answer = await fetch(sandbox.url + path, { method: "POST", headers, body: new URLSearchParams(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
};
const endpointOf = ({ sandbox }: Site) => `/v1/webhook_endpoints/${sandbox.world.store.all("webhook_endpoint")[0]?.id}`;
const monthlyOf = ({ sandbox }: Site) =>
  `/v1/prices/${sandbox.world.store.all("price").find(({ recurring }) => recurring?.interval === "month")?.id}`;

/** Leaves this part of the disk free. */
async function fill({ dataDir, disk }: Site, free: number): Promise<void> {
  if (!disk.what.includes("tmpfs")) throw new Error(disk.what);
  const { blocks, bsize, bavail } = await statfs(dataDir);
  await writeFile(ballast({ dataDir }), Buffer.alloc(Math.max(0, bavail - Math.ceil(blocks * free)) * bsize));
}
const ballast = ({ dataDir }: Pick<Site, "dataDir">) => join(dataDir, "media-of-another-service");

/** PostgreSQL tries each segment of its log several times before it counts a failure. */
async function archiveFails({ postgres }: Site): Promise<void> {
  await postgres.set("archive_command", "false");
  await postgres.run("select pg_switch_wal()");
  await postgres.run("create table of_the_drill ()");
  await postgres.run("drop table of_the_drill");
  await postgres.run("select pg_switch_wal()");
  const failed = "select 1 from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')";
  while ((await postgres.run(failed)).length === 0) await pause(200);
}
async function archiveWorks({ postgres }: Site): Promise<void> {
  await postgres.set("archive_command", "true");
  await postgres.run("select pg_switch_wal()");
  const works = "select 1 from pg_stat_archiver where last_archived_time > last_failed_time";
  while ((await postgres.run(works)).length === 0) await pause(200);
}

async function databaseBack(site: Site): Promise<void> {
  await site.postgres.start();
  await site.server?.isReady(site.url);
}

const FOUND = /次の問題が見つかりました/;

const BREAKDOWNS: Record<string, Breakdown> = {
  "the server is killed": {
    cause: (site) => site.kill(),
    repair: (site) => site.start(),
    says: /^wrong +readiness: 502/,
    todo: /OPERATIONS\.md, Monitoring/,
  },
  "the database is stopped": {
    cause: ({ postgres }) => postgres.stop(),
    repair: databaseBack,
    says: /^wrong +database: .*ECONNREFUSED/,
    todo: /-> DATABASE_URL, and the network/,
  },
  "the database takes no writes": {
    cause: ({ postgres }) => postgres.set("default_transaction_read_only", "on"),
    repair: async (site) => {
      await site.postgres.set("default_transaction_read_only", null);
      await site.server?.isReady(site.url);
    },
    says: /^wrong +writes: refused/,
    todo: /promote this one/,
  },
  "the archive of the database fails": {
    cause: archiveFails,
    repair: archiveWorks,
    says: /^wrong +archive: .*archive_command fails/,
    todo: /until then pg_wal fills the disk/,
  },
  "the certificate ends in 5 days": {
    cause: async ({ proxy }) => proxy.show(5),
    repair: async ({ proxy }) => proxy.show(),
    says: /^wrong +certificate: valid; ends .* in [45] days/,
    todo: /certbot renew/,
  },
  "the certificate has ended": {
    cause: async ({ proxy }) => proxy.show(-1),
    repair: async ({ proxy }) => proxy.show(),
    says: /^wrong +certificate: CERT_HAS_EXPIRED/,
    todo: /certbot renew/,
  },
  "the reverse proxy is stopped": {
    cause: ({ proxy }) => proxy.shut(),
    repair: ({ proxy }) => proxy.open(),
    says: /^wrong +certificate: .*ECONNREFUSED/,
    todo: /the reverse proxy/,
  },
  "the disk has a tenth left": {
    cause: (site) => fill(site, 0.1),
    repair: (site) => rm(ballast(site)),
    says: /^wrong +free space: /,
    todo: /a larger disk/,
  },
  "the disk is full": {
    cause: async ({ disk, server }) => disk.fill(server?.pid ?? 0),
    repair: async ({ disk, server }) => disk.makeRoom(server?.pid ?? 0),
    says: /^wrong +DATA_DIR: ENOSPC/,
    todo: /with free space/,
  },
  "everybody on the machine may read the files": {
    cause: ({ dataDir }) => chmod(dataDir, 0o755),
    repair: ({ dataDir }) => chmod(dataDir, 0o700),
    says: /^wrong +mode: 755/,
    todo: /chmod 700/,
  },
  "the storage of films is away": {
    cause: ({ bucket }) => bucket.shut(),
    repair: ({ bucket }) => bucket.open(),
    says: /^wrong +bucket: .*ECONNREFUSED/,
    todo: /the S3 settings/,
  },
  "the card provider is away": {
    cause: async ({ sandbox }) => void sandbox.failures.add({ mode: "down" }),
    repair: async ({ sandbox }) => sandbox.failures.clear(),
    says: /^wrong +Stripe, API: /,
    todo: /-> \S/,
  },
  "the card provider's key was replaced": {
    cause: async ({ sandbox }) => void sandbox.rollKey(0),
    repair: async (site) => {
      site.settings["STRIPE_SECRET_KEY"] = site.sandbox.secretKey;
      await site.stop();
      await site.start();
    },
    says: /^wrong +Stripe, key: Stripe refuses/,
    todo: /STRIPE_SECRET_KEY/,
  },
  "the provider's messages were turned off": {
    cause: (site) => stripe(site, endpointOf(site), { disabled: "true" }),
    repair: (site) => stripe(site, endpointOf(site), { disabled: "false" }),
    says: /^wrong +Stripe, webhook: the endpoint is disabled/,
    todo: /Enable/,
  },
  "the monthly price was archived": {
    cause: (site) => stripe(site, monthlyOf(site), { active: "false" }),
    repair: (site) => stripe(site, monthlyOf(site), { active: "true" }),
    says: /^wrong +Stripe, monthly price: /,
    todo: /stripe-setup/,
  },
  "the machine's clock is ten minutes ahead": {
    cause: async () => undefined,
    repair: async () => undefined,
    settings: { REHEARSAL_AHEAD: "600000" },
    says: /^wrong +clock: differs by (?:59|60)\d s/,
    todo: /NTP on this machine/,
  },
  "a setting that the next start refuses": {
    cause: async () => undefined,
    repair: async () => undefined,
    settings: { AUTH_SECRET: "short" },
    says: /^wrong +settings: AUTH_SECRET/,
    todo: /correct it in the service's environment/,
  },
};

/** Looks as the timer does. Each breakdown happens just after a look, so that the next one comes after an hour. */
export async function lookAtBreakdowns(site: Site, print: (heard: Heard) => void): Promise<void> {
  for (const [what, { cause, repair, says, todo, settings = {} }] of Object.entries(BREAKDOWNS)) {
    await cause(site);
    const { seconds, output } = await site.unit("manabiya-check.service", "", settings);
    const mails = site.newMails();
    const again = await site.unit("manabiya-check.service", "", settings);
    mails.push(...site.newMails());
    const took = mails.length > 0 ? HOUR + seconds : null;
    if (again.code !== 0) console.log(`The second look failed:\n${again.output.slice(-500)}`);
    if (mails.length !== 1)
      console.log(
        output
          .split("\n")
          .filter((line) => !/^(ok|look)/.test(line))
          .join("\n"),
      );
    await repair(site);
    const calm = await site.unit("manabiya-check.service");
    if (calm.code !== 0) throw new Error(calm.output);
    // None may come after the repair.
    mails.push(...site.newMails());
    print({ what, by: "timer", promised: HOUR + LOOK, took, says, todo: both(FOUND, todo), mails });
  }
}

/** A text that both match. */
const both = (one: RegExp, other: RegExp) => new RegExp(`(?=[^]*${one.source})(?=[^]*${other.source})`);

/** The mail server is away: no mail can leave, so systemd must show the failed unit. */
export async function loseMailServer(site: Site): Promise<Heard> {
  await site.smtp.stop();
  await chmod(site.dataDir, 0o755);
  const { code, seconds, output } = await site.unit("manabiya-check.service");
  await site.smtp.start();
  const isKnown = code === 1 && output.includes("The owner could not be told");
  const what = "the mail server is away";
  return {
    what,
    by: "failed unit",
    promised: null,
    took: isKnown ? seconds : null,
    says: /^/,
    todo: /^/,
    mails: site.newMails(),
  };
}

/** The next look tells of trouble that began meanwhile. */
export async function mailServerBack(site: Site): Promise<Heard> {
  const { seconds } = await site.unit("manabiya-check.service");
  const mails = site.newMails();
  await chmod(site.dataDir, 0o700);
  await site.unit("manabiya-check.service");
  const took = mails.length > 0 ? HOUR + seconds : null;
  const [what, by] = ["what broke while the mail server was away", "timer"];
  return { what, by, promised: HOUR + LOOK, took, says: /^wrong +mode: 755/, todo: FOUND, mails };
}

/** Seconds: `OnFailure=` starts the mail at once. */
const UNIT_LIMIT = 60;

/** Nightly work that fails while the server is stopped, which would tell of some of it, too. systemd then starts the unit that writes. */
export async function failUnits(site: Site, print: (heard: Heard) => void): Promise<void> {
  const damaged = join(site.folder, "backups", "damaged");
  const work: Record<string, [unit: string, work: () => Promise<number | null>]> = {
    "the nightly backup has nowhere to go": ["manabiya-backup", () => site.backUp(damaged, "false")],
    "the backup of files cannot read them": [
      "manabiya-files",
      async () => {
        await site.bucket.shut();
        const code = await site.backUp(damaged);
        await site.bucket.open();
        return code;
      },
    ],
    "the restore test finds a damaged backup": [
      "manabiya-restore-test",
      async () => {
        await site.backUp(damaged);
        await writeFile(join(damaged, "manifest.json"), "{}");
        return site.verify(damaged);
      },
    ],
  };
  await site.stop();
  for (const [what, [name, run]] of Object.entries(work)) {
    const code = await run();
    if (code === 0) throw new Error(`${what}: the program did not fail`);
    const { seconds } = await site.unit("manabiya-trouble@.service", `${name}.service`);
    const mails = site.newMails();
    const says = new RegExp(`^wrong +${name}\\.service: failed`);
    const todo = both(FOUND, new RegExp(`journalctl --unit ${name}`));
    print({
      what,
      by: "failed unit",
      promised: UNIT_LIMIT,
      took: mails.length > 0 ? seconds : null,
      says,
      todo,
      mails,
    });
  }
  await site.safeguard();
  await site.start();
  await site.unit("manabiya-check.service");
}
