import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type AppDeps, createApp } from "../../src/app.ts";
import { createAccessTokens } from "../../src/accounts/sessions/access-token.ts";
import type { LoginProvider } from "../../src/config/login-providers.ts";
import { deriveKey } from "../../src/crypto/keys.ts";
import { type Database, openDatabase } from "../../src/db/open.ts";
import { oneConnectionEach } from "./database/one-connection.ts";
import { verifyRows } from "./database/verify-rows.ts";
import { createTestDatabase, type TestDatabase } from "./database/test-database.ts";
import { ActivityCounter } from "../../src/events/activity-counter.ts";
import { createAskDetails, createAskPlayback } from "../../src/catalogue/playback/ask.ts";
import { createFetchPicture } from "../../src/files/thumbnails/host-picture.ts";
import { type OembedAddresses, standInFor } from "../../src/catalogue/playback/oembed.ts";
import { createSignCloud } from "../../src/files/storage/cloud-address.ts";
import { openLocalStorage } from "../../src/files/storage/local-storage.ts";
import { CLOUD_KEYS } from "./cloud-keys.ts";
import type { MediaStorage } from "../../src/files/storage/storage.ts";
import { openLiveSite } from "../../src/site/live-site.ts";
import { Clock } from "./clock.ts";
import "./password-cost.ts";
import { createSession } from "./factories.ts";
import { SITE, TEST_SECRET } from "./site.ts";

export { SITE, TEST_SECRET };

export const WEBHOOK_SECRET = "whsec_for_tests";

/** No server listens there, because only billing tests call Stripe. A second attempt would come half a second later. */
const openUnreachable = async () =>
  new Stripe("sk_test_unreachable", { host: "127.0.0.1", port: 9, protocol: "http", maxNetworkRetries: 0 });

/** No host listens there. Tests of playback ask a stand-in. */
const NO_HOSTS = standInFor("http://127.0.0.1:9");

/** Milliseconds. The product's own limit would measure the machine: a disk that stands still fails a test with it. */
const HANGS = 60_000;

/** The whole application on its own database. */
export interface TestApp {
  app: Awaited<ReturnType<typeof createApp>>;
  /** Its dependencies, for another application on the same database. */
  deps: AppDeps;
  db: Database;
  /** For `openDatabase`: a pool of its own, as another process has. */
  connection: TestDatabase["connection"];
  clock: Clock;
  dataDir: string;
  /** Counts statements; tests reset it to 0. */
  queries: { count: number };
  /** Logged errors. A test that expects some must empty it. */
  errors: string[];
  /** Creates a session. @returns its Authorization header */
  as(userId: number): Promise<{ authorization: string }>;
}

interface TestAppOptions extends Partial<
  Pick<
    AppDeps,
    | "webRoot"
    | "catalogueMaxAge"
    | "wakeMailSender"
    | "providerPages"
    | "requireStaffSecondFactor"
    | "staffMayUseProviders"
  >
> {
  /** Default: local storage. */
  openStorage?: (dataDir: string) => Promise<MediaStorage>;
  /** Addresses of a stand-in for the video hosts. */
  oembed?: () => OembedAddresses;
  /** Base address of YouTube's pictures. Default: an address that never answers. */
  pictures?: () => string;
  /** Providers of logins. Default: none. */
  openLoginProviders?: () => Promise<LoginProvider[]>;
  /** Default: an unreachable provider. */
  openStripe?: (clock: Clock) => Promise<Stripe>;
}

/** Call it at the top of a test file: it opens the application before the tests and closes it afterwards. */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const { close: closeOpened, ...opened } = await openTestApp(options);
    close = closeOpened;
    Object.assign(app, opened);
  });
  // After each test, so that the failure names the test and a retry includes it.
  const expectNoErrors = () => expect(app.errors.splice(0), "errors in the log").toEqual([]);
  afterEach(expectNoErrors);
  afterAll(async () => {
    await close();
    expectNoErrors();
    // The module of a test file lives as long as its worker, and would keep its application in memory.
    for (const key of Object.keys(app)) Reflect.deleteProperty(app, key);
    close = async () => {};
  });
  return app;
}

async function openTestApp(options: TestAppOptions): Promise<TestApp & { close: () => Promise<void> }> {
  const {
    webRoot = null,
    catalogueMaxAge = 0,
    wakeMailSender = () => {},
    requireStaffSecondFactor = false,
    staffMayUseProviders = false,
    openStripe = openUnreachable,
    openStorage = openLocalStorage,
    providerPages = null,
  } = options;
  const database = await createTestDatabase();
  let isOpen = true;
  const pool = openDatabase({ ...database.connection, statement_timeout: HANGS }, (error) => {
    if (isOpen) errors.push(error.message);
  });
  const queries = { count: 0 };
  const db: Database = verifyRows({
    ...pool,
    query: (query) => {
      queries.count++;
      return pool.query(query);
    },
  });
  const clock = new Clock();
  const dataDir = await mkdtemp(join(tmpdir(), "manabiya-test-"));
  const errors: string[] = [];
  const logger = pino({ level: "error" }, { write: (line: string) => void errors.push(line) });
  const storage = await openStorage(dataDir);
  // A test may hold a transaction of its own open while it calls the application.
  const own = oneConnectionEach(db);
  const signCloud = createSignCloud(CLOUD_KEYS);
  const deps: AppDeps = {
    db: own,
    storage,
    askPlayback: (video, signal) =>
      createAskPlayback({
        ...{ storage, addresses: options.oembed?.() ?? NO_HOSTS, publicUrl: SITE.publicUrl },
        ...{ signCloud, now: clock.now },
      })(video, signal),
    askDetails: (video) =>
      createAskDetails({ addresses: options.oembed?.() ?? NO_HOSTS, publicUrl: SITE.publicUrl })(video),
    canPrepareFilms: false,
    checkTarget: async (url) => (url.includes(".invalid") ? "このURLのサーバーが見つかりません。" : null),
    dataDir,
    fetchPicture: (id) => createFetchPicture(options.pictures?.() ?? "http://127.0.0.1:9")(id),
    site: await openLiveSite(own, SITE, clock.now),
    signCloud,
    secret: TEST_SECRET,
    now: clock.now,
    activity: new ActivityCounter(),
    webRoot,
    logger,
    catalogueMaxAge,
    wakeMailSender,
    stripe: await openStripe(clock),
    providerPages,
    webhookSecret: WEBHOOK_SECRET,
    requireStaffSecondFactor,
    staffMayUseProviders,
    loginProviders: (await options.openLoginProviders?.()) ?? [],
    trustedProxies: ["loopback"],
  };
  const app = await createApp(deps);
  await app.ready();
  const accessTokens = createAccessTokens(deriveKey(TEST_SECRET, "access-token"));
  const as = async (userId: number) => {
    const sessionId = await createSession(db, userId, clock);
    return { authorization: `Bearer ${accessTokens.issue(sessionId, clock.now())}` };
  };
  const close = async () => {
    await app.close();
    await pool.close();
    // Dropping the database breaks connections that are still closing.
    isOpen = false;
    await database.drop();
    await rm(dataDir, { recursive: true });
  };
  const { connection } = database;
  return { app, deps, db, connection, clock, dataDir, queries, errors, as, close };
}
