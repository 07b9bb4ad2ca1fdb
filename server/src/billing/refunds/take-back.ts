import { type Billing, idOf } from "../provider/provider.ts";
import { disputeState, holdsMoney } from "./dispute-texts.ts";
import { remainingOf, type PaidInvoice, readPaid, subscriptionOf } from "./payments.ts";
import { sum, TAKEN_FROM } from "./credit.ts";

/** Metadata of a balance entry: the refunds and disputes that it answers. */
const ANSWERS = "returned_for";

/**
 * Takes back the credit that came from refunded and lost payments, so that a member is never given more than was paid.
 * A refund in the dashboard and a lost dispute take the payment's credit first. A refund by our screen takes what is
 * above the rest of the payment, as staff chose it there. A repeated or parallel call takes nothing again.
 * @returns the customer's credit in yen, and the part of it that came from payments which a bank holds
 */
export async function takeBackCredit(billing: Billing, customer: string): Promise<{ credit: number; held: number }> {
  const { paid, entries } = await readPaid(billing, customer);
  const answered = new Set(entries.flatMap(({ metadata }) => (metadata?.[ANSWERS] ?? "").split(" ")));
  let credit = -(entries[0]?.ending_balance ?? 0);
  for (const each of paid) {
    const news = withdrawals(each).filter(({ id }) => !answered.has(id));
    const amount = toTake(each, news);
    if (amount <= 0) continue;
    const { ending_balance } = await billing.stripe.customers.createBalanceTransaction(
      customer,
      {
        amount,
        currency: "jpy",
        description: `${each.invoice.number ?? ""}の返金による残高の取り消し`,
        metadata: { [TAKEN_FROM]: each.invoice.id, [ANSWERS]: news.map(({ id }) => id).join(" ") },
      },
      { idempotencyKey: `credit-${each.charge.id}-${each.returned}-${each.noted}-${sum(each.credits)}` },
    );
    credit = -ending_balance;
  }
  const held = paid.filter(({ dispute }) => dispute !== null && holdsMoney(dispute.status));
  return { credit, held: sum(held.flatMap(({ credits }) => credits)) };
}

interface Withdrawal {
  id: string;
  amount: number;
  /** Seconds. */
  at: number;
}

/** The refunds of the dashboard and a lost dispute. */
function withdrawals({ charge, dispute, notes }: PaidInvoice): Withdrawal[] {
  const byScreen = new Set(
    notes
      .filter(({ metadata }) => metadata?.["request_id"] !== undefined)
      .flatMap(({ refunds }) => refunds.map(({ refund }) => idOf(refund))),
  );
  const refunds = (charge.refunds?.data ?? [])
    .filter(({ id, status }) => !byScreen.has(id) && status !== "failed" && status !== "canceled")
    .map(({ id, amount, created: at }) => ({ id, amount, at }));
  return dispute?.status === "lost" ? [...refunds, { id: dispute.id, amount: dispute.amount, at: Infinity }] : refunds;
}

function toTake(paid: PaidInvoice, news: Withdrawal[]): number {
  const { credits } = paid;
  let first = 0;
  for (const { amount, at } of news) {
    const before = credits.filter((credit) => credit.cause === "change" && credit.at <= at);
    first += Math.min(amount, Math.max(0, sum(before) - first));
  }
  return Math.min(sum(credits), Math.max(first, -remainingOf(paid)));
}

/**
 * Yen that will be taken back at once of the credit that a change of plan would give, because the payment was refunded in
 * part.
 */
export async function excessOf(
  billing: Billing,
  { customer, subscription }: { customer: string; subscription: { id: string } },
  credit: number,
): Promise<number> {
  if (credit <= 0) return 0;
  const { paid } = await readPaid(billing, customer);
  const source = paid.find(({ invoice }) => subscriptionOf(invoice) === subscription.id);
  if (source === undefined) return 0;
  return Math.max(0, Math.min(credit, source.charge.amount) - Math.max(0, remainingOf(source)));
}

/** Whether a bank decides about one of a customer's payments to us. */
export async function isDisputed(billing: Billing, customer: string): Promise<boolean> {
  const { data } = await billing.stripe.charges.list({ customer, limit: 100 });
  if (!data.some(({ disputed }) => disputed)) return false;
  return (await readPaid(billing, customer)).paid.some(
    ({ dispute }) => dispute !== null && disputeState(dispute.status) === "open",
  );
}
