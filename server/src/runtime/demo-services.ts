import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { controlPlugin } from "@manabiya/demo/clock/plugin.ts";
import { mailboxPlugin } from "@manabiya/demo/mailbox/plugin.ts";
import { ownHostOnly } from "@manabiya/demo/own-host.ts";
import { stripePagesPlugin } from "stripe-sandbox/pages";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import type { FastifyInstance } from "fastify";
import { deriveKey } from "../crypto/keys.ts";
import { EVENT_TYPES } from "../billing/sync/events.ts";
import { type Billing, openProvider } from "../billing/provider/provider.ts";
import { hasMoves } from "../billing/prices/move-member.ts";
import { startLists } from "../billing/prices/start-lists.ts";
import { reconcileHourly, reconcileNightly } from "../billing/sync/reconcile.ts";
import { findOrCreateTaxId, setUpCatalogue } from "../billing/provider/setup.ts";
import { createDemoCoupons } from "./demo-coupons.ts";

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
