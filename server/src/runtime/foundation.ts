import type { StripeSandbox } from "stripe-sandbox";
import type { FastifyBaseLogger } from "fastify";
import type Stripe from "stripe";
import { storedSecret } from "../crypto/keys.ts";
import { connect } from "../db/connect.ts";
import { refuseDemoAccounts } from "../seed/demo-accounts.ts";
import { migrate } from "../db/migrate.ts";
import { type DatabasePool, openDatabase } from "../db/open.ts";
import type { DatabaseConfig } from "../db/pooler.ts";
import type { Env, SiteSettings, StripeEnv } from "../config/config.ts";
import { openLiveSite } from "../site/live-site.ts";
import { openStorage } from "../files/storage/open-storage.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { closeToOthers } from "../config/private-files.ts";
import { findPort } from "../http/port.ts";
import { indexMissing } from "../catalogue/search/index-videos.ts";
import { createAccountReader, refuseOtherAccount } from "../billing/provider/account.ts";
import { createBilling, openProvider } from "../billing/provider/provider.ts";
import { checkPrices } from "../billing/prices/check-prices.ts";
import { syncSubscription } from "../billing/sync/sync.ts";

/** Close functions of what a start has opened. */
export type Opened = (() => Promise<void>)[];

/** Plain data that every serving process needs, so that it can be sent to a worker. */
export interface Foundation {
  port: number;
  site: SiteSettings;
  /** For `openDatabase`. */
  database: DatabaseConfig;
  secret: string;
  provider: Pick<StripeEnv, "secretKey" | "apiUrl" | "webhookSecret">;
}

export interface Prepared {
  foundation: Foundation;
  db: DatabasePool;
  /** The demo's Stripe sandbox; null: Stripe itself. */
  sandbox: StripeSandbox | null;
}

/**
 * Prepares what all processes share: database, schema, demo data, Stripe sandbox.
 * @throws OperatorError
 */
export async function prepareFoundation(env: Env, opened: Opened, logger: FastifyBaseLogger): Promise<Prepared> {
  const port = await findPort(env.port, env.host);
  const site = { ...env.site, publicUrl: env.site.publicUrl.replace(/:0$/, `:${port}`) };
  const connection = await connect(env, (line) => logger.warn(line));
  opened.push(() => connection.close());
  await closeToOthers(env.dataDir, (err) => logger.warn({ err }, "others may read files of DATA_DIR"));
  await migrate(connection.config);
  const database = { ...connection.config, max: env.databasePool };
  if (env.hasReplicaUrl) logger.warn("DATABASE_REPLICA_URL has no effect any more (decisions/archive/072): remove it");
  const db = openDatabase(database, (err) => logger.warn({ err }, "idle database connection lost"));
  opened.push(() => db.close());
  // Production has no use for the demo and the sandbox, and loads neither.
  if (env.demo) {
    const { seedDemo } = await import("../seed/seed.ts");
    await seedDemo(db, await openStorage(env), Date.now());
  } else await refuseDemoAccounts(db);
  const secret = env.authSecret ?? (await storedSecret(env.dataDir));
  await indexMissing(db);
  if (env.stripe !== null) {
    const stripe = openProvider(env.stripe);
    await checkAccount(db, stripe, logger);
    const live = await openLiveSite(db, site);
    const billing = createBilling({ db, stripe, site: live, now: Date.now, log: logger });
    await checkPrices(billing).catch((err: unknown) =>
      logger.warn({ err }, "could not read the card provider's prices"),
    );
    return { foundation: { port, site, database, secret, provider: env.stripe }, db, sandbox: null };
  }
  const { seedSubscriptions } = await import("../seed/subscriptions.ts");
  const { openSandbox } = await import("./demo-services.ts");
  const { dataDir, host } = env;
  const { name: siteName, invoiceNumber } = site;
  const seeded = await seedSubscriptions(db, { dataDir, siteName, invoiceNumber, now: Date.now() });
  const { sandbox, webhookSecret } = await openSandbox({
    dataDir,
    siteName,
    publicUrl: site.publicUrl,
    host,
    port,
    secret,
    invoiceNumber,
  });
  opened.push(() => sandbox.close());
  const provider = { secretKey: sandbox.secretKey, apiUrl: sandbox.url, webhookSecret };
  const billing = createBilling({
    db,
    stripe: openProvider(provider),
    site: await openLiveSite(db, site),
    now: sandbox.clock.now,
    log: logger,
  });
  for (const customer of seeded) await syncSubscription(billing, customer);
  return { foundation: { port, site, database, secret, provider }, db, sandbox };
}

/** An unreachable provider does not stop the start: every sync checks the account too. @throws OperatorError */
async function checkAccount(db: DatabasePool, stripe: Stripe, logger: FastifyBaseLogger): Promise<void> {
  try {
    await refuseOtherAccount(db, await createAccountReader(stripe)());
  } catch (err) {
    if (err instanceof OperatorError) throw err;
    logger.warn({ err }, "could not read the card provider's account");
  }
}

/** Closes in the opposite order. */
export async function closeAll(opened: Opened): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}
