import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type AppDeps, createApp } from "../../src/app.ts";
import { createAccessTokens } from "../../src/accounts/sessions/access-token.ts";
import { deriveKey } from "../../src/accounts/sessions/keys.ts";
import { type Database, openDatabase } from "../../src/db/open.ts";
import { verifyRows } from "./database/verify-rows.ts";
import { createTestDatabase } from "./database/test-database.ts";
import type { SiteSettings } from "../../src/config/config.ts";
import { openLocalStorage } from "../../src/files/storage/local-storage.ts";
import type { MediaStorage } from "../../src/files/storage/storage.ts";
import { openProvider } from "../../src/billing/provider/provider.ts";
import { Clock } from "./clock.ts";
import { createSession } from "./factories.ts";

export const TEST_SECRET = "a secret for tests that is long enough";

export const WEBHOOK_SECRET = "whsec_for_tests";

/** Nobody listens there: tests that are not about money ask no card provider. */
const openNowhere = async () => openProvider({ secretKey: "sk_test_nobody", apiUrl: "http://127.0.0.1:9" });

export const SITE: SiteSettings = {
  name: "学び舎",
  publicUrl: "http://localhost:3000",
  termsUrl: "https://example.com/terms",
  privacyUrl: "https://example.com/privacy",
  faqUrl: "https://example.com/faq",
  contactUrl: "https://example.com/contact",
  commerceLawUrl: "",
  apiHost: null,
  webOrigins: [],
  hstsSubdomains: false,
};

/** The whole application on a database of its own; `queries` counts what it asks the database. */
export interface TestApp {
  app: Awaited<ReturnType<typeof createApp>>;
  /** What it was made of, to make another one on the same database. */
  parts: AppDeps;
  db: Database;
  /** For `openDatabase`: connections of one's own to the same database, as another process has them. */
  connection: { connectionString: string };
  clock: Clock;
  dataDir: string;
  /** How many statements ran since it was last set to 0. */
  queries: { count: number };
  /** Lines that were logged as errors; a test that expects some empties it. */
  errors: string[];
  /** Authorization headers of a new session of a user. */
  as(userId: number): Promise<{ authorization: string }>;
}

interface TestAppOptions extends Partial<
  Pick<
    AppDeps,
    "webRoot" | "catalogueMaxAge" | "wakeMailSender" | "providerPages" | "requireStaffSecondFactor"
  >
> {
  /** Where files lie; without it, on this machine. */
  openStorage?: (dataDir: string) => Promise<MediaStorage>;
  /** The card provider to ask; without it nobody answers. */
  openStripe?: (clock: Clock) => Promise<Stripe>;
}

/** Call at the top of a test file: opens the application before its tests and closes it after them. */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  const held = {} as TestApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const { close: closeOpened, ...opened } = await openTestApp(options);
    close = closeOpened;
    Object.assign(held, opened);
  });
  // Beside the test that caused them: with it they have another try on a busy machine, and it is named.
  const expectNoErrors = () => expect(held.errors.splice(0), "errors in the log").toEqual([]);
  afterEach(expectNoErrors);
  afterAll(async () => {
    await close();
    expectNoErrors();
  });
  return held;
}

async function openTestApp(options: TestAppOptions): Promise<TestApp & { close: () => Promise<void> }> {
  const {
    webRoot = null,
    catalogueMaxAge = 0,
    wakeMailSender = () => {},
    requireStaffSecondFactor = false,
    openStripe = openNowhere,
    openStorage = openLocalStorage,
    providerPages = null,
  } = options;
  const database = await createTestDatabase();
  let isOpen = true;
  const pool = openDatabase(database.connection, (error) => {
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
  const parts: AppDeps = {
    db,
    storage: await openStorage(dataDir),
    site: SITE,
    secret: TEST_SECRET,
    now: clock.now,
    webRoot,
    logger,
    catalogueMaxAge,
    wakeMailSender,
    stripe: await openStripe(clock),
    providerPages,
    webhookSecret: WEBHOOK_SECRET,
    requireStaffSecondFactor,
    trustedProxies: ["loopback"],
  };
  const app = await createApp(parts);
  await app.ready();
  const accessTokens = createAccessTokens(deriveKey(TEST_SECRET, "access-token"));
  const as = async (userId: number) => {
    const sessionId = await createSession(db, userId, clock);
    return { authorization: `Bearer ${accessTokens.issue(sessionId, clock.now())}` };
  };
  const close = async () => {
    await app.close();
    await pool.close();
    // Connections that are still saying goodbye are cut off with the database.
    isOpen = false;
    await database.drop();
    await rm(dataDir, { recursive: true });
  };
  const { connection } = database;
  return { app, parts, db, connection, clock, dataDir, queries, errors, as, close };
}
