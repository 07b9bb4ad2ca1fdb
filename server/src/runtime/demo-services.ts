import { join } from "node:path";
import { contract } from "@manabiya/contract";
import { controlPlugin } from "@manabiya/demo/clock/plugin.ts";
import { mailboxPlugin } from "@manabiya/demo/mailbox/plugin.ts";
import { stripePagesPlugin } from "stripe-sandbox/pages";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import type { FastifyInstance } from "fastify";
import { deriveKey } from "../accounts/sessions/keys.ts";
import { EVENT_TYPES } from "../billing/sync/events.ts";
import { type Billing, openProvider } from "../billing/provider/provider.ts";
import { reconcileHourly } from "../billing/sync/reconcile.ts";
import { setUpCatalogue } from "../billing/provider/setup.ts";

/** The card provider's sandbox inside this process: its state is in `dataDir`, its clock is the application's. */
export async function openSandbox(given: {
  dataDir: string;
  /** Where visitors see the site. */
  publicUrl: string;
  /** Where this process listens. */
  port: number;
  host: string;
  secret: string;
  siteName: string;
}): Promise<{ sandbox: StripeSandbox; webhookSecret: string }> {
  const { dataDir, publicUrl, port, host, secret, siteName } = given;
  const webhookSecret = `whsec_${deriveKey(secret, "stripe-sandbox").toString("hex")}`;
  const sandbox = await startStripeSandbox({
    dataDir: join(dataDir, "sandbox"),
    publicUrl,
    accountName: `${siteName}（サンドボックス）`,
    // Where a change of plan that was paid there is settled; without one it leads on to the profile.
    homeUrl: `${publicUrl}/subscription/success`,
    webhook: {
      url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${contract.stripe.webhook.url}`,
      secret: webhookSecret,
      events: [...EVENT_TYPES],
    },
  });
  const stripe = openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url });
  await setUpCatalogue(stripe, siteName);
  return { webhookSecret, sandbox };
}

interface DemoPages {
  sandbox: StripeSandbox | null;
  /** Where mails become files; null: they are sent. */
  folder: string | null;
  billing: Billing;
  /** Done after every day that the clock is moved, before the product catches up. */
  onStep?: () => Promise<void>;
}

/** The demo's outside world to look at: mails, payments and the clock. */
export async function addDemoPages(
  app: { register: FastifyInstance["register"] },
  { sandbox, folder, billing, onStep }: DemoPages,
): Promise<void> {
  if (sandbox !== null) {
    await app.register(stripePagesPlugin, { sandbox });
    const catchUp = async () => {
      await onStep?.();
      await reconcileHourly(billing);
    };
    await app.register(controlPlugin, { sandbox, folder, onStep: catchUp });
  } else if (folder !== null) await app.register(mailboxPlugin, { folder });
}
