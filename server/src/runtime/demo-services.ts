import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { controlPlugin } from "@manabiya/demo/clock/plugin.ts";
import { mailboxPlugin } from "@manabiya/demo/mailbox/plugin.ts";
import { ownHostOnly } from "@manabiya/demo/own-host.ts";
import { stripePagesPlugin } from "stripe-sandbox/pages";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import Fastify, { type FastifyInstance, LogController, type FastifyBaseLogger } from "fastify";
import { deriveKey } from "../crypto/keys.ts";
import { EVENT_TYPES } from "../billing/sync/events.ts";
import { type Billing, openProvider } from "../billing/provider/provider.ts";
import { hasMoves } from "../billing/prices/move-member.ts";
import { startLists } from "../billing/prices/start-lists.ts";
import { reconcileHourly, reconcileNightly } from "../billing/sync/reconcile.ts";
import { findOrCreateTaxId, setUpCatalogue } from "../billing/provider/setup.ts";
import type { AddressInfo } from "node:net";
import type Stripe from "stripe";

/** Starts the Stripe sandbox in this process. Its clock is the application's. */
export async function openSandbox(given: {
  dataDir: string;
  publicUrl: string;
  /** Port and host of this process, for the webhook's URL. */
  port: number;
  host: string;
  secret: string;
  siteName: string;
  invoiceNumber: string;
}): Promise<{ sandbox: StripeSandbox; webhookSecret: string }> {
  const { dataDir, publicUrl, port, host, secret, siteName, invoiceNumber } = given;
  const webhookSecret = `whsec_${deriveKey(secret, "stripe-sandbox").toString("hex")}`;
  const sandbox = await startStripeSandbox({
    dataDir: join(dataDir, "sandbox"),
    publicUrl,
    accountName: `${siteName}（サンドボックス）`,
    // This page settles a plan change that was paid on the sandbox's page.
    homeUrl: `${publicUrl}/subscription/success`,
    webhook: {
      url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${contract.stripe.webhook.url}`,
      secret: webhookSecret,
      events: [...EVENT_TYPES],
    },
  });
  const stripe = openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url });
  await setUpCatalogue(stripe, siteName);
  sandbox.simulate.setDefaultTaxIds([await findOrCreateTaxId(stripe, invoiceNumber)]);
  await createDemoCoupons(stripe, sandbox.clock.now());
  return { webhookSecret, sandbox };
}

interface DemoPages {
  sandbox: StripeSandbox | null;
  /** Folder of mails; null: a mail server sends them. */
  folder: string | null;
  billing: Billing;
  /** Called after each day that the clock moves, before the product's jobs run. */
  onStep?: () => Promise<void>;
}

/** Adds the demo's pages for mails, payments and the clock. */
export async function addDemoPages(
  app: { register: FastifyInstance["register"] },
  { sandbox, folder, billing, onStep }: DemoPages,
): Promise<void> {
  const runJobs = async () => {
    await onStep?.();
    await startLists(billing);
    await reconcileHourly(billing);
    if (hasMoves(billing)) await reconcileNightly(billing);
  };
  await app.register(async (own) => {
    own.addHook("onRequest", ownHostOnly(billing.site.publicUrl));
    if (sandbox !== null) {
      await own.register(stripePagesPlugin, { sandbox });
      await own.register(controlPlugin, { sandbox, folder, onStep: runJobs });
    } else if (folder !== null) await own.register(mailboxPlugin, { folder });
  });
}

/**
 * Serves the demo's pages on loopback. The workers proxy to them, because one process holds the sandbox's state.
 * @returns the URL
 */
export async function serveDemoPages(
  { logger, ...given }: DemoPages & { logger: FastifyBaseLogger },
  opened: (() => Promise<void>)[],
): Promise<string> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  await addDemoPages(app, given);
  await app.listen({ port: 0, host: "127.0.0.1" });
  opened.push(() => app.close());
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

type Code = Omit<Stripe.PromotionCodeCreateParams, "promotion"> & { code: string };

/** Seconds. */
const DAY = 24 * 60 * 60;

/** Codes to try at the demo's checkout. @param now seconds since 1970 */
const coupons = (now: number): [Code, Stripe.CouponCreateParams][] => [
  [{ code: "HARU50" }, { percent_off: 50, duration: "once" }],
  [{ code: "SANKAGETSU" }, { amount_off: 500, currency: "jpy", duration: "repeating", duration_in_months: 3 }],
  [
    { code: "HONJITSU", expires_at: now + DAY },
    { percent_off: 20, duration: "forever" },
  ],
  [
    { code: "SENCHAKU1", max_redemptions: 1, restrictions: { first_time_transaction: true } },
    { percent_off: 100, duration: "once" },
  ],
];

/** Creates the demo's coupons if there are none. @param now milliseconds since 1970 */
async function createDemoCoupons(stripe: Stripe, now: number): Promise<void> {
  if ((await stripe.promotionCodes.list({ limit: 1 })).data.length > 0) return;
  for (const [code, coupon] of coupons(Math.floor(now / 1000))) {
    const { id } = await stripe.coupons.create(coupon);
    await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, ...code });
  }
}
