import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import { type VideoHosts, startVideoHosts } from "@manabiya/e2e/stand-ins/video-hosts.ts";
import { Caller } from "@manabiya/rehearsal/caller.ts";
import { ServerProcess } from "@manabiya/rehearsal/server-process.ts";
import { openS3Storage } from "@manabiya/server/src/files/storage/s3-storage.ts";
import type { MediaStorage } from "@manabiya/server/src/files/storage/storage.ts";
import { startBuckets } from "@manabiya/server/test/testing/bucket.ts";
import { trust } from "@manabiya/server/test/testing/certificate.ts";
import { startMailServer, type TestMailServer } from "@manabiya/server/test/testing/smtp-server.ts";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import { root } from "../../../../scripts/quiet-run.mjs";
import { openSmallDisk, type SmallDisk } from "../../disk-full/small-disk.ts";
import { freePort, runProgram, temporaryFolder } from "../../service.ts";
import { Cable, Proxy } from "./doors.ts";
import { Postgres } from "./postgres.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const JAPAN = 9 * HOUR;

/** Milliseconds. After a jump of the clock the jobs wait for the night's look at all videos, as after a sleep. */
const JOBS_LIMIT = 300 * SECOND;

/** Megabytes of the disk of `DATA_DIR`, which has files of settings alone: films are in the bucket. */
const DISK = 48;

/** A mailbox at another provider. */
const OWNER = "owner@example.com";
const ACCOUNT = { email: "boss@example.com", name: "運営 花子", password: "correct-horse-77" };
/** Addresses that begin so are unknown to their mail server. */
export const GONE = "gone-";
export const REPORTS_SECRET = randomBytes(24).toString("hex");

const MOVED_CLOCK = new URL("../../../../rehearsal/moved-clock.ts", import.meta.url).href;

/** A mail in the owner's mailbox. */
export interface OwnersMail {
  subject: string;
  text: string;
  /** Milliseconds since 1970 by the service's clock. */
  at: number;
}

/** The production server and everything that it needs, each of which can break. */
export class Site {
  readonly folder: string;
  readonly dataDir: string;
  readonly disk: SmallDisk;
  readonly postgres: Postgres;
  readonly sandbox: StripeSandbox;
  readonly hosts: VideoHosts;
  readonly smtp: TestMailServer;
  readonly bucket: Cable;
  readonly films: MediaStorage;
  readonly proxy: Proxy;
  readonly settings: Record<string, string>;
  /** The server itself, past the proxy. */
  readonly url: string;
  server: ServerProcess | null = null;
  #read = 0;
  readonly #mails: OwnersMail[] = [];

  constructor(
    given: Pick<Site, "folder" | "disk" | "postgres" | "sandbox" | "hosts" | "smtp" | "bucket" | "films" | "proxy"> & {
      settings: Record<string, string>;
    },
  ) {
    this.folder = given.folder;
    this.disk = given.disk;
    this.postgres = given.postgres;
    this.sandbox = given.sandbox;
    this.hosts = given.hosts;
    this.smtp = given.smtp;
    this.bucket = given.bucket;
    this.films = given.films;
    this.proxy = given.proxy;
    this.settings = given.settings;
    this.dataDir = given.settings["DATA_DIR"] ?? "";
    this.url = `http://127.0.0.1:${given.settings["PORT"]}`;
  }

  get publicUrl(): string {
    return this.settings["PUBLIC_URL"] ?? "";
  }

  // The clock ------------------------------------------------------------------------------------------------------

  get ahead(): number {
    return this.sandbox.clock.ahead();
  }

  now(): number {
    return Date.now() + this.ahead;
  }

  /** Moves the clocks of the service and of the card provider, and lets the service do what became due. */
  async move(ms: number, { isQuick = false } = {}): Promise<void> {
    await this.#mailsSent();
    await this.server?.setClock(this.ahead + ms);
    this.sandbox.clock.advance(ms);
    await this.sandbox.webhooks.idle();
    if (isQuick) return;
    await this.jobsRun();
    await this.#longJobsEnd();
  }

  /** A run that the clock jumped over would look as if it stood still. Some last longer than this waits. */
  async #longJobsEnd(): Promise<void> {
    const running = "select 1 from job_runs where started_at > $ and coalesce(succeeded_at < started_at, true)";
    const recent = running.replace("$", `'${new Date(this.now() - 5 * 60 * SECOND).toISOString()}'`);
    for (const end = Date.now() + 15 * SECOND; Date.now() < end; await pause(100)) {
      if ((await this.postgres.run(recent, "manabiya")).length === 0) return;
    }
  }

  /** Resolves when each job has ended well: the clock must not pass a run of minutes. */
  async allJobsEnd(): Promise<void> {
    const running = "select job from job_runs where coalesce(succeeded_at < started_at, true)";
    for (const end = Date.now() + JOBS_LIMIT; ; await pause(500)) {
      const left = await this.postgres.run(running, "manabiya");
      if (left.length === 0) return;
      if (Date.now() > end) throw new Error(`These jobs did not end: ${JSON.stringify(left)}`);
    }
  }

  /** A mail that is under way while the clock jumps would outlive its lease, and be sent again. */
  async #mailsSent(): Promise<void> {
    const sending = "select 1 from mail_outbox where sent_at is null and last_error is null";
    for (const end = Date.now() + 10 * SECOND; Date.now() < end; await pause(100)) {
      if ((await this.postgres.run(sending, "manabiya")).length === 0) return;
    }
  }

  /** To the next time of day in Japan, with what became due every three hours, and in the last one. */
  async moveTo(hour: number, minute = 0): Promise<void> {
    const day = 24 * HOUR;
    const passed = (this.now() + JAPAN) % day;
    let left = (hour * HOUR + minute * 60 * SECOND - passed + day) % day;
    while (left > 0) {
      const step = left > HOUR ? Math.min(left - HOUR, 3 * HOUR) : left;
      await this.move(step);
      left -= step;
    }
  }

  /** Resolves when the jobs ran that were due, the owner's mails last. */
  async jobsRun(): Promise<void> {
    const due = this.now() - 5 * 60 * SECOND;
    for (const end = Date.now() + JOBS_LIMIT; (await this.lastTold()) < due; await pause(100)) {
      if (Date.now() > end) throw new Error(`The job tell-owner did not run:\n${this.server?.log.lastLines()}`);
    }
  }

  /** When the job that writes to the owner ended last. */
  async lastTold(): Promise<number> {
    const [row] = await this.postgres.run("select succeeded_at from job_runs where job = 'tell-owner'", "manabiya");
    const at = row?.["succeeded_at"];
    return at instanceof Date ? at.getTime() : 0;
  }

  // The owner's mailbox --------------------------------------------------------------------------------------------

  /** New mails since the last call. */
  newMails(): OwnersMail[] {
    for (; this.#read < this.smtp.taken.length; this.#read += 1) {
      const { envelope, subject = "", text = "" } = this.smtp.taken[this.#read] ?? { envelope: { to: [""] } };
      if (envelope.to.includes(OWNER))
        this.#mails.push({ subject, text: text.replaceAll("\r\n", "\n"), at: this.now() });
    }
    return this.#mails.splice(0);
  }

  // The machine ----------------------------------------------------------------------------------------------------

  async start(): Promise<void> {
    const environment = { PATH: process.env["PATH"] ?? "", REHEARSAL_AHEAD: String(this.ahead), ...this.settings };
    this.server = new ServerProcess(this.folder, environment);
    await this.server.isReady(this.url);
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    this.server = null;
  }

  /** A crash, which nothing starts again. */
  async kill(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    process.kill(server.pid, "SIGKILL");
    await server.ended.catch(() => undefined);
    this.server = null;
  }

  /**
   * Runs an operator's command by the service's clock.
   * @param more settings in the place of the service's own
   */
  command(program: "backup" | "manage", args: string[], more: Record<string, string> = {}) {
    const clock = { NODE_OPTIONS: `--import ${MOVED_CLOCK}`, REHEARSAL_AHEAD: String(this.ahead) };
    const authority = { NODE_EXTRA_CA_CERTS: join(this.folder, "authority.pem") };
    return runProgram(program, args, { ...this.settings, ...clock, ...authority, ...more });
  }

  /** The nightly backup. @param where a folder of its own @param store see `backup --store` */
  async backUp(where: string, store = "true"): Promise<number | null> {
    await rm(where, { recursive: true, force: true });
    return (await this.command("backup", ["--to", where, "--store", store])).code;
  }

  async verify(where: string): Promise<number | null> {
    return (await this.command("manage", ["verify-backup", "--from", where])).code;
  }

  get backups(): string {
    return join(this.folder, "backups", "nightly");
  }

  /** A good backup that was tested. @throws when it is none */
  async safeguard(ahead = 0): Promise<void> {
    const when = { REHEARSAL_AHEAD: String(this.ahead + ahead) };
    await rm(this.backups, { recursive: true, force: true });
    const taken = await this.command("backup", ["--to", this.backups], when);
    const proven = await this.command("manage", ["verify-backup", "--from", this.backups], when);
    if (taken.code !== 0 || proven.code !== 0) throw new Error(taken.output + proven.output);
    // PostgreSQL, whose clock does not move, says when a backup was taken.
    await this.postgres.run("update job_runs set started_at = succeeded_at where job = 'proven-backup'", "manabiya");
  }

  /** The program that a unit of systemd starts, with its name for `%i`. */
  async unit(file: string, instance = "", more: Record<string, string> = {}) {
    const text = await readFile(join(root, "deploy/shared/watch", file), "utf8");
    const [, words = ""] = /^ExecStart=\S+ server\/src\/bin\/manage\.ts (.+)$/m.exec(text) ?? [];
    return this.command("manage", words.replace("%i", instance).split(" "), { NODE_ENV: "production", ...more });
  }

  // People ---------------------------------------------------------------------------------------------------------

  superuser(): Promise<Caller> {
    return Caller.logIn(this.url, ACCOUNT);
  }
}

/** Opens a service in order, whose owner has a mailbox. */
export async function openSite(opened: (() => Promise<unknown> | void)[]): Promise<Site> {
  const folder = await temporaryFolder();
  opened.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  const dataDir = join(folder, "data");
  const disk = openSmallDisk(dataDir, DISK, "the server");
  opened.push(() => disk.close());
  await chmod(dataDir, 0o700);
  await mkdir(join(folder, "backups"));
  const postgres = await Postgres.open(join(folder, "postgres"));
  opened.push(() => postgres.stop());
  const buckets = await startBuckets(["films"]);
  opened.push(() => buckets.close());
  const s3 = buckets.settings("films");
  const bucket = new Cable(Number(new URL(s3.endpoint ?? "").port));
  await bucket.open();
  opened.push(() => bucket.shut());
  const films = await openS3Storage({ ...s3, endpoint: `http://127.0.0.1:${bucket.port}` });
  const hosts = await startVideoHosts();
  opened.push(() => hosts.close());
  const smtp = await startMailServer({
    onRcptTo: ({ address }, _session, callback) => {
      if (!address.startsWith(GONE)) return callback();
      callback(Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }));
    },
  });
  opened.push(() => smtp.stop());
  const sandbox = await startStripeSandbox({ dataDir: null, accountName: "学び舎" });
  opened.push(() => sandbox.close());
  const port = await freePort();
  const proxy = new Proxy(port);
  await proxy.open();
  opened.push(() => proxy.shut(), trust(proxy.authority));
  await writeFile(join(folder, "authority.pem"), proxy.authority.cert);
  const settings: Record<string, string> = {
    PORT: String(port),
    PUBLIC_URL: `https://localhost:${proxy.port}`,
    LOG_LEVEL: "warn",
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    AUTH_SECRET: randomBytes(48).toString("base64"),
    SMTP_URL: smtp.url,
    MAIL_FROM: "office@localhost",
    MAIL_REPORTS_SECRET: REPORTS_SECRET,
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    VIDEO_HOSTS_URL: hosts.url,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const site = new Site({ folder, disk, postgres, sandbox, hosts, smtp, bucket, films, proxy, settings });
  const manage = async (args: string[], input = "") => {
    const { code, output } = await runProgram("manage", args, settings, input);
    if (code !== 0) throw new Error(output);
    return output;
  };
  const [, secret = ""] = /^STRIPE_WEBHOOK_SECRET=(\S+)$/m.exec(await manage(["stripe-setup"])) ?? [];
  settings["STRIPE_WEBHOOK_SECRET"] = secret;
  sandbox.simulate.setDefaultTaxIds(sandbox.world.store.all("tax_id").map(({ id }) => id));
  await manage(["create-superuser", "--email", ACCOUNT.email, "--name", ACCOUNT.name], `${ACCOUNT.password}\n`);
  await site.start();
  opened.push(() => site.stop());
  // Before anybody is told that there is none.
  await site.safeguard();
  const body = { ...NO_SITE_FORM, alert_addresses: OWNER, owner_name: "学び舎", owner_address: "東京都" };
  await (await site.superuser()).call(contract.adminSite.update, { body });
  return site;
}
