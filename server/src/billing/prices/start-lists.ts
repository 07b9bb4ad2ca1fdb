import { command } from "../../db/statement.ts";
import { PLANS } from "../provider/catalogue.ts";
import { type Billing, isMissing, isRefused } from "../provider/provider.ts";
import { isSold } from "../../site/price-lists.ts";

const markStarted = command("prices.mark-started")`
  update price_lists set started_at = $2 where revision = any($1) and started_at is null`;

/**
 * Expires the unpaid checkouts of other prices as soon as a list has started. A checkout that is paid before keeps the
 * price which it showed. It can be run repeatedly.
 */
export async function startLists(billing: Billing): Promise<void> {
  const { db, stripe, site, catalogue, now } = billing;
  await site.reloadPrices();
  const due = site.prices.filter(
    (list) => isSold(list) && list.started_at === null && Date.parse(list.starts_at) <= now(),
  );
  if (due.length === 0) return;
  const sold = await Promise.all(PLANS.map((plan) => catalogue.price(plan)));
  for await (const { id, metadata } of stripe.checkout.sessions.list({ status: "open", limit: 100 })) {
    if (metadata?.["attempt_id"] === undefined || sold.includes(metadata["price"] ?? "")) continue;
    await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
      // It was paid or expired in the meantime.
      if (!isRefused(error) && !isMissing(error)) throw error;
    });
  }
  await markStarted(db, [due.map(({ revision }) => revision), new Date(now()).toISOString()]);
}
