import { join } from "node:path";
import { type StripeSandbox, startStripeSandbox } from "@manabiya/sandbox/stripe/server.ts";
import { contract } from "@manabiya/contract";
import { deriveKey } from "./auth/keys.ts";
import { EVENT_TYPES } from "./subscription/events.ts";
import { openProvider } from "./subscription/provider.ts";
import { setUpCatalogue } from "./subscription/setup.ts";

export interface CardProvider {
  stripe: ReturnType<typeof openProvider>;
  webhookSecret: string;
  /** The demo's own; null: the provider itself. */
  sandbox: StripeSandbox | null;
}

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
}): Promise<CardProvider & { sandbox: StripeSandbox }> {
  const { dataDir, publicUrl, port, host, secret, siteName } = given;
  const webhookSecret = `whsec_${deriveKey(secret, "stripe-sandbox").toString("hex")}`;
  const sandbox = await startStripeSandbox({
    dataDir: join(dataDir, "sandbox"),
    publicUrl,
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
  return { stripe, webhookSecret, sandbox };
}
