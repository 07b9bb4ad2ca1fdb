import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPort } from "@manabiya/server/src/http/port.ts";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import { openScratchDatabase } from "./database.ts";
import { openDesk } from "./desk.ts";
import { startGuard } from "./start-guard.ts";
import { runCommand, ServerProcess } from "./server-process.ts";
import { type OwnSettings, programEnvironment } from "./settings.ts";
import { addVideos } from "./videos.ts";

const LOOPBACK = "127.0.0.1";

const OWNER = { email: "owner@example.com", name: "管理者" };

export interface Rehearsal {
  /** The service, such as "http://localhost:41234". */
  url: string;
  /** Mails, clock and the card provider's pages. */
  deskUrl: string;
  /** Everything that the rehearsal writes lies here. */
  folder: string;
  /** The server's log, at level `warn`. */
  log: { file: string; lastLines(): string };
  /** Mails that would have been sent. */
  outbox: string;
  /** The superuser. */
  owner: { email: string; password: string };
  sandbox: StripeSandbox;
  /** Settings of the server, for the operator's commands. */
  environment: Record<string, string>;
  /** Rejects when a part of it ended by itself. */
  ended: Promise<never>;
  /** Ends everything and removes everything. */
  close(): Promise<void>;
}

interface Given extends OwnSettings {
  /** Of this process. */
  environment: NodeJS.ProcessEnv;
  /** The secret that the server gets, when a drill plants a wrong one. */
  webhookSecret?: string;
}

/** Starts the production server beside a database, a card provider and a mailbox of its own. @throws OperatorError */
export async function openRehearsal({ takenOver, environment, webhookSecret }: Given): Promise<Rehearsal> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let step = opened.pop(); step !== undefined; step = opened.pop()) await step();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), "manabiya-rehearsal-"));
    // PostgreSQL's own user, who has it when this process is root, passes through.
    if (process.getuid?.() === 0) await chmod(folder, 0o711);
    const guard = startGuard(folder);
    opened.push(() => guard.end());
    opened.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
    // Beside the provider's set-up, since both take a second.
    const starting = openScratchDatabase(folder);
    guard.watch(join(folder, "database", "postgres"));
    opened.push(async () => (await starting.catch(() => null))?.stop());
    const [port, deskPort] = [await findPort(0, LOOPBACK), await findPort(0, LOOPBACK)];
    const [url, deskUrl] = [`http://localhost:${port}`, `http://localhost:${deskPort}`];
    const sandbox = await startStripeSandbox({
      dataDir: null,
      publicUrl: deskUrl,
      homeUrl: `${url}/subscription/success`,
      accountName: takenOver["SITE_NAME"] ?? "学び舎",
    });
    opened.push(() => sandbox.close());
    const settings: Record<string, string> = {
      ...programEnvironment(environment),
      ...takenOver,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      HOST: LOOPBACK,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: join(folder, "files"),
      AUTH_SECRET: randomBytes(48).toString("base64"),
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_API_URL: sandbox.url,
    };
    const printed = await runCommand(["manage", "stripe-setup"], settings);
    const [, secret = ""] = /^STRIPE_WEBHOOK_SECRET=(\S+)$/m.exec(printed) ?? [];
    settings["STRIPE_WEBHOOK_SECRET"] = webhookSecret ?? secret;
    // docs/stripe.md has the operator do this in the provider's dashboard.
    sandbox.simulate.setDefaultTaxIds(sandbox.world.store.all("tax_id").map(({ id }) => id));
    const database = await starting;
    guard.watch(database.directory);
    settings["DATABASE_URL"] = database.url;
    const owner = { email: OWNER.email, password: randomBytes(12).toString("base64url") };
    const account = ["create-superuser", "--email", owner.email, "--name", OWNER.name];
    await runCommand(["manage", ...account], settings, `${owner.password}\n`);

    const server = new ServerProcess(folder, settings);
    opened.push(() => server.stop());
    guard.watch(server.pid);
    await server.isReady(url);
    const outbox = join(folder, "files", "outbox");
    const beforeStep = (ms: number) => server.setClock(sandbox.clock.ahead() + ms);
    const desk = await openDesk({ sandbox, outbox, site: url, port: deskPort, beforeStep });
    opened.push(() => desk.close());
    await addVideos(url, owner);
    const ended = Promise.race([server.ended, database.ended]);
    ended.catch(() => undefined);
    return { url, deskUrl, folder, log: server.log, outbox, owner, sandbox, environment: settings, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}
