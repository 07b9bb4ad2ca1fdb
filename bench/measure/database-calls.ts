import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createApp } from "@manabiya/server/src/app.ts";
import { ActivityCounter } from "@manabiya/server/src/events/activity-counter.ts";
import type { SiteSettings } from "@manabiya/server/src/config/config.ts";
import type { Database } from "@manabiya/server/src/db/open.ts";
import { openLocalStorage } from "@manabiya/server/src/files/storage/local-storage.ts";
import { openProvider } from "@manabiya/server/src/billing/provider/provider.ts";
import { openLiveSite } from "@manabiya/server/src/site/live-site.ts";
import { touchLists } from "@manabiya/server/test/testing/member-counts.ts";
import { CALLS } from "../calls/calls.ts";
import { SECRET } from "../servers/server.ts";
import type { Target } from "./rounds.ts";

const TIMES = 20;
const MAX_AGE = 600_000;

/**
 * Average number of statements of each call, with a warm catalogue cache and after a change of the member's lists.
 * Without such a change only the session is read.
 */
export async function countDatabaseCalls({ database, members }: Target): Promise<Map<string, number>> {
  let calls = 0;
  const db: Database = {
    ...database.db,
    query: (query) => {
      calls++;
      return database.db.query(query);
    },
  };
  const folder = await mkdtemp(join(tmpdir(), "manabiya-bench-files-"));
  const app = await createApp({
    db,
    storage: await openLocalStorage(folder),
    site: await openLiveSite(db, SITE),
    secret: SECRET,
    now: Date.now,
    activity: new ActivityCounter(),
    // No call of a member asks a host.
    canPrepareFilms: false,
    checkTarget: () => Promise.resolve(null),
    dataDir: folder,
    signCloud: (address) => address,
    askPlayback: () => Promise.resolve("plays"),
    askDetails: () => Promise.resolve({ title: null, duration: null }),
    fetchPicture: () => Promise.resolve(null),
    webRoot: null,
    logger: pino({ level: "silent" }),
    catalogueMaxAge: MAX_AGE,
    wakeMailSender: () => {},
    stripe: openProvider({ secretKey: "sk_test_nobody", apiUrl: "http://127.0.0.1:9" }),
    requireStaffSecondFactor: false,
    staffMayUseProviders: false,
    loginProviders: [],
    trustedProxies: [],
    webhookSecret: "whsec_nobody",
    providerPages: null,
  });
  try {
    const counted = new Map<string, number>();
    for (const call of CALLS) {
      const requests = call.requests(members, database.set).slice(0, TIMES);
      const ask = async () => {
        for (const { method, path, headers = {}, body } of requests) {
          await app.inject({ method, url: path, headers, ...(body !== undefined && { payload: body }) });
        }
      };
      await ask();
      await touchLists(database.db);
      calls = 0;
      await ask();
      counted.set(call.name, calls / TIMES);
    }
    return counted;
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
}

const SITE: SiteSettings = {
  name: "学び舎",
  publicUrl: "http://localhost:3000",
  isPublic: false,
  showsOpening: true,
  apiHost: null,
  mediaUrl: null,
  termsUrl: "",
  privacyUrl: "",
  faqUrl: "",
  contactUrl: "",
  commerceLawUrl: "",
  ownerName: "",
  ownerAddress: "",
  invoiceNumber: "",
  webOrigins: [],
  loginProviders: [],
  hstsSubdomains: false,
  senderName: "",
  mailFooter: "",
  firstLanding: "/landing",
  isTaxExempt: false,
  takesInvoiceOrders: false,
  playersAtOnce: 3,
  keepsOriginals: true,
  marksFilms: false,
  alertAddresses: [],
  digestHour: 7,
  digestOfMembers: false,
  takesQuestions: true,
  mailsQuestions: false,
  form: NO_SITE_FORM,
  colours: null,
};
