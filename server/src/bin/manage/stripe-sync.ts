import { createBilling, openProvider } from "../../billing/provider/provider.ts";
import { reconcileNightly } from "../../billing/sync/reconcile.ts";
import { readEnv } from "../../config/config.ts";
import { openLiveSite } from "../../site/live-site.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import type { Command } from "../../config/command.ts";
import { withDatabase } from "./with-database.ts";

/**
 * Reads every customer at Stripe like the nightly job. With `--allow-ends` it ends access for however many members have
 * lost their subscription; the job holds that back.
 */
export const stripeSync: Command = async (args, environment) => {
  const { stripe, site } = readEnv(environment);
  if (stripe === null) throw new OperatorError("Set STRIPE_SECRET_KEY.");
  await withDatabase(environment, async (db) => {
    const billing = createBilling({
      db,
      stripe: openProvider(stripe),
      site: await openLiveSite(db, site),
      now: Date.now,
      log: console,
    });
    await reconcileNightly(billing, { allowEnds: args.includes("--allow-ends") });
    console.log("Every customer was read.");
  });
};
