import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { controlPlugin } from "@manabiya/sandbox/control/plugin.ts";
import { mailboxPlugin } from "@manabiya/sandbox/mailbox/plugin.ts";
import { stripePagesPlugin } from "@manabiya/sandbox/stripe/pages/plugin.ts";
import { pino } from "pino";
import { announce } from "./announce.ts";
import { createApp } from "./app.ts";
import { keptSecret } from "./auth/secret.ts";
import { connect } from "./db/connect.ts";
import { refuseDemoAccounts } from "./db/demo-accounts.ts";
import { migrate } from "./db/migrate.ts";
import { type Database, openDatabase } from "./db/open.ts";
import { seedSubscriptions } from "./db/seed/subscriptions.ts";
import { seedDemo } from "./db/seed.ts";
import type { Env, SiteSettings } from "./env.ts";
import { startJobs } from "./jobs.ts";
import { startMailSender } from "./mail/sender.ts";
import { createSmtpTransport, openMailFolder } from "./mail/transport.ts";
import { openStorage } from "./media/open-storage.ts";
import { findPort, portFault } from "./port.ts";
import { type CardProvider, openSandbox } from "./sandbox.ts";
import { indexMissing } from "./search/index-videos.ts";
import { createBilling, openProvider, providerPages } from "./subscription/provider.ts";
import { reconcileHourly } from "./subscription/reconcile.ts";
import { syncSubscription } from "./subscription/sync.ts";
import { closeOnSignal, drain } from "./shutdown.ts";

const WEB_ROOT = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Milliseconds; bounds the looks at the catalogue's version to one a second. */
const CATALOGUE_MAX_AGE = 1_000;

type Close = () => Promise<void>;

/**
 * Opens everything in order; what is open already is closed again when a later step fails.
 * @throws StartupFault with one sentence for whoever started it
 */
export async function start(env: Env): Promise<void> {
  const logger = pino({ level: env.logLevel, redact: ["req.headers.authorization"] });
  const opened: Close[] = [];
  const close: Close = async () => {
    for (const step of opened.reverse()) await step();
  };
  try {
    const port = await findPort(env.port, env.host);
    const site = { ...env.site, publicUrl: env.site.publicUrl.replace(/:0$/, `:${port}`) };
    const connection = await connect(env, (line) => logger.warn(line));
    opened.push(() => connection.close());
    await migrate(connection.config);
    const db = openDatabase(connection.config, (err) =>
      logger.warn({ err }, "idle database connection lost"),
    );
    opened.push(() => db.close());
    const storage = await openStorage(env);
    await (env.demo ? seedDemo(db, storage, Date.now()) : refuseDemoAccounts(db));
    const secret = env.authSecret ?? (await keptSecret(env.dataDir));
    const { stripe, webhookSecret, sandbox, seeded } = await openCardProvider(env, {
      db,
      site,
      port,
      secret,
    });
    if (sandbox) opened.push(() => sandbox.close());
    const now = sandbox?.clock.now ?? Date.now;
    await indexMissing(db);
    const mails = await openMails(env, (line) => logger.warn(line));
    const sender = startMailSender({ db, transport: mails.transport, now, log: logger });
    opened.push(() => sender.stop());
    const wakeMailSender = sender.wake;
    const billing = createBilling({ db, stripe, site, now, wakeMailSender, log: logger });
    for (const customer of seeded) await syncSubscription(billing, customer);
    const app = await createApp({
      db,
      storage,
      site,
      secret,
      now,
      webRoot: existsSync(join(WEB_ROOT, "index.html")) ? WEB_ROOT : null,
      logger,
      catalogueMaxAge: CATALOGUE_MAX_AGE,
      wakeMailSender,
      stripe,
      providerPages: env.stripe && providerPages(env.stripe),
      webhookSecret,
      requireStaffSecondFactor: env.requireStaffSecondFactor,
    });
    opened.push(() => drain(app));
    const { folder } = mails;
    if (sandbox) {
      await app.register(stripePagesPlugin, { sandbox });
      await app.register(controlPlugin, { sandbox, folder, onStep: () => reconcileHourly(billing) });
    } else if (env.demo && folder !== null) await app.register(mailboxPlugin, { folder });
    opened.push(startJobs({ db, storage, billing, now, logger }));
    await app.listen({ port, host: env.host }).catch((error: NodeJS.ErrnoException) => {
      throw portFault(error, port, env.host);
    });
    closeOnSignal(close);
    announce(site, { demo: env.demo, hasSandbox: mails.folder !== null || sandbox !== null });
  } catch (error) {
    await close();
    throw error;
  }
}

interface ProviderParts {
  db: Database;
  site: SiteSettings;
  port: number;
  secret: string;
}

/** `seeded`: customers that the demo has just got. */
async function openCardProvider(
  env: Env,
  { db, site, port, secret }: ProviderParts,
): Promise<CardProvider & { seeded: string[] }> {
  if (env.stripe !== null) {
    const { webhookSecret } = env.stripe;
    return { stripe: openProvider(env.stripe), webhookSecret, sandbox: null, seeded: [] };
  }
  const { dataDir, host } = env;
  const siteName = site.name;
  const seeded = await seedSubscriptions(db, { dataDir, siteName, now: Date.now() });
  const place = { dataDir, siteName, publicUrl: site.publicUrl, host, port, secret };
  return { ...(await openSandbox(place)), seeded };
}

/** `folder`: where mails become files; null when a mail server takes them. */
async function openMails({ mail, dataDir, demo }: Env, warn: (line: string) => void) {
  if (mail.smtpUrl !== null) {
    return { transport: createSmtpTransport(mail.smtpUrl, mail.from), folder: null };
  }
  const folder = join(dataDir, "outbox");
  if (!demo) warn(`SMTP_URL is not set: mails are not sent, they become files in ${folder}`);
  return { transport: await openMailFolder(folder, mail.from), folder };
}
