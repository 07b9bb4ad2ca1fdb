import { contract } from "@manabiya/contract";
import type { BillingContext } from "../context.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { withProviderErrors } from "../provider/provider.ts";
import { setBillingName } from "./billing-name.ts";
import { readYear } from "./year.ts";

const FAILED = {
  list: "領収書を読み込めませんでした。もう一度お試しください。",
  name: "宛名を保存できませんでした。もう一度お試しください。",
};

export function receiptRoutes({ app, billing }: BillingContext): void {
  const { db, now } = billing;
  const { list, setName } = contract.receipts;

  app.answer(list, async ({ currentUser, query }) => {
    await countHit(db, "billingRead", { member: currentUser.id }, now());
    return withProviderErrors(FAILED.list, () => readYear(billing, currentUser.id, query.year));
  });

  app.answer(setName, async ({ currentUser, body: { name } }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    await withProviderErrors(FAILED.name, () => setBillingName(billing, currentUser, name));
    return { name };
  });
}
