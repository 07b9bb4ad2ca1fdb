import type { StripeSandbox } from "stripe-sandbox";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { storedSecret } from "../accounts/sessions/keys.ts";
import { connect } from "../db/connect.ts";
import { refuseDemoAccounts } from "../db/demo-accounts.ts";
import { migrate } from "../db/migrate.ts";
import { type DatabasePool, openDatabase } from "../db/open.ts";
import { seedSubscriptions } from "../db/seed/subscriptions.ts";
import { seedDemo } from "../db/seed.ts";
import type { Env, SiteSettings, StripeEnv } from "../config/config.ts";
import { openStorage } from "../files/storage/open-storage.ts";
import { findPort } from "./port.ts";
import { openSandbox } from "./demo-services.ts";
import { indexMissing } from "../catalogue/search/index-videos.ts";
import { createBilling, openProvider } from "../billing/provider/provider.ts";
import { syncSubscription } from "../billing/sync/sync.ts";

/** What a start has opened, to be closed in the opposite order. */
export type Opened = (() => Promise<void>)[];

/** What every serving process stands on: plain data, so that it can be told to another process. */
export interface Foundation {
  port: number;
  site: SiteSettings;
  /** For `openDatabase`. */
  database: pg.PoolConfig;
  /** The same for the read replica; null: there is none. */
  replica: pg.PoolConfig | null;
  secret: string;
  provider: Pick<StripeEnv, "secretKey" | "apiUrl" | "webhookSecret">;
}

export interface Laid {
  foundation: Foundation;
  db: DatabasePool;
  /** The demo's card provider; null: there is a real one. */
  sandbox: StripeSandbox | null;
}

/**
 * Does what happens once, however many processes will serve: database, schema, demo, card provider's sandbox.
 * @throws OperatorError with one sentence for whoever started it
 */
export async function layFoundation(env: Env, opened: Opened, logger: FastifyBaseLogger): Promise<Laid> {
  const port = await findPort(env.port, env.host);
  const site = { ...env.site, publicUrl: env.site.publicUrl.replace(/:0$/, `:${port}`) };
  const connection = await connect(env, (line) => logger.warn(line));
  opened.push(() => connection.close());
  await migrate(connection.config);
  const database = { ...connection.config, max: env.databasePool };
  const replica = replicaOf(env);
  const db = openDatabase(database, (err) => logger.warn({ err }, "idle database connection lost"));
  opened.push(() => db.close());
  if (env.demo) await seedDemo(db, await openStorage(env), Date.now());
  else await refuseDemoAccounts(db);
  const secret = env.authSecret ?? (await storedSecret(env.dataDir));
  await indexMissing(db);
  if (env.stripe !== null) {
    return { foundation: { port, site, database, replica, secret, provider: env.stripe }, db, sandbox: null };
  }
  const { dataDir, host } = env;
  const siteName = site.name;
  const seeded = await seedSubscriptions(db, { dataDir, siteName, now: Date.now() });
  const place = { dataDir, siteName, publicUrl: site.publicUrl, host, port, secret };
  const { sandbox, webhookSecret } = await openSandbox(place);
  opened.push(() => sandbox.close());
  const provider = { secretKey: sandbox.secretKey, apiUrl: sandbox.url, webhookSecret };
  const billing = createBilling({
    db,
    stripe: openProvider(provider),
    site,
    now: sandbox.clock.now,
    // Nobody sends yet; whoever begins to looks at once.
    wakeMailSender: () => {},
    log: logger,
  });
  for (const customer of seeded) await syncSubscription(billing, customer);
  return { foundation: { port, site, database, replica, secret, provider }, db, sandbox };
}

/** Milliseconds after which the primary is asked instead: what a member does not notice. */
const REPLICA_PATIENCE = 1_000;

function replicaOf({ databaseReplicaUrl, databasePool }: Env): pg.PoolConfig | null {
  if (databaseReplicaUrl === null) return null;
  return {
    connectionString: databaseReplicaUrl,
    max: databasePool,
    connectionTimeoutMillis: REPLICA_PATIENCE,
    statement_timeout: REPLICA_PATIENCE,
    // Of a machine that is gone not even an error comes.
    query_timeout: REPLICA_PATIENCE,
  };
}

/** Closes everything, the last opened first. */
export async function closeAll(opened: Opened): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}
