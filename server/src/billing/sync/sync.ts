import type Stripe from "stripe";
import { command, int, nullable, statement, text } from "../../db/statement.ts";
import { AppError } from "../../errors/app-error.ts";
import { alertStaff } from "../alerts.ts";
import { type Awaited, awaitedOf, endUnpaidOrder, withFirstPayment } from "../checkout/by-invoice.ts";
import { endSurplus } from "../checkout/end-surplus.ts";
import { requireSameAccount } from "../provider/account.ts";
import { agreeOnCard, expiryOf, nextPaymentMethod } from "../provider/default-card.ts";
import { releaseFinished } from "../plan-changes/schedule.ts";
import { type Own, stillOwn } from "../provider/ownership.ts";
import { type Billing, ignoreRefusal, isMissing } from "../provider/provider.ts";
import { takeBackCredit } from "../refunds/take-back.ts";
import { type Bills, readBills, voidBills } from "./bills.ts";
import { nextCharge } from "./next-charge.ts";
import { isLive, type ProviderState, rank, stateOf } from "./provider-state.ts";
import { alertOfProduct } from "./unknown-product.ts";
import { writeState } from "./write-state.ts";

export interface Synced {
  userId: number;
  /** The chosen subscription (see `rank`). */
  subscription: Own<Stripe.Subscription> | null;
  state: ProviderState | null;
  bills: Bills;
  /** An order by invoice that is not paid yet. */
  awaited: Awaited | null;
  /** The next renewal's card; null: none is known, or no subscription is live. */
  method: Stripe.PaymentMethod | null;
  /** Yen of the customer's balance. */
  credit: number;
  /** The yen of it that came from payments which a bank holds. */
  heldCredit: number;
  /** Nothing was written, because `deferEnds` was set and the member would lose access without having cancelled. */
  isDeferred: boolean;
  /** Staff are asked whether the contract of an imported member is ours. */
  isUnclear: boolean;
}

const nextFencingToken = statement("subscription.next-fencing-token", {
  user_id: int,
  sync_ticket: int,
  account: nullable(text),
  subscription_id: nullable(text),
  email: nullable(text),
})`
  update stripe_customers c set sync_ticket = sync_ticket + 1 where customer_id = $1
  returning user_id, sync_ticket, account, email,
    (select subscription_id from subscriptions s where s.user_id = c.user_id) as subscription_id`;

const noteAccount = command("subscription.note-account")`
  update stripe_customers set account = $2 where customer_id = $1 and account is null`;

/**
 * Reads all subscriptions of a customer at the provider and writes the resulting state. It is the only writer of a
 * paying member's status, plan and end date. Events, pages and jobs only call it, so their order, number and loss do not
 * matter. Of parallel syncs the one that began last wins (decisions/007).
 * @returns null for an unknown customer
 * @throws StripeError when the provider cannot be read, 503 when the customer is not in the key's account; then nothing
 *   is written
 */
export async function syncSubscription(
  billing: Billing,
  customerId: string,
  { deferEnds = false }: { deferEnds?: boolean } = {},
): Promise<Synced | null> {
  const { db, stripe, now, wakeMailSender, log } = billing;
  const [row] = await nextFencingToken(db, [customerId]);
  if (!row) return null;
  const { user_id: userId, sync_ticket: fencingToken } = row;
  const account = await billing.account();
  requireSameAccount(row.account, account);
  const [customer, found] = await Promise.all([
    readCustomer(stripe, customerId),
    readAll(billing, customerId, row.subscription_id),
  ]);
  if (customer === null) throw await reportMissing(billing, userId, customerId);
  // An import or an earlier release linked the member by a product that is not marked as ours.
  const mirrored = found.unknown.find(({ id }) => id === row.subscription_id);
  const isMirrorOurs = mirrored === undefined || (await alertOfProduct(billing, userId, mirrored));
  // Staff said that the product is another one: the contract goes on without the member's access.
  const ranked = rank(isMirrorOurs ? found.own : found.own.filter(({ id }) => id !== mirrored.id));
  const { surplus } = ranked;
  const isNew = ranked.chosen?.id !== row.subscription_id;
  const agreed = await agreeOnCard(billing, customer, { subscription: ranked.chosen, isNew });
  const released = agreed && (await releaseFinished(stripe, agreed));
  const chosen = released && stillOwn(await billing.ownership(), released, row.subscription_id);
  const state = chosen && stateOf(chosen);
  const isDeleted = customer.deleted === true && state?.access !== "live";
  const live = state?.access === "live" ? chosen : null;
  const [bills, method, next] = await Promise.all([
    readBills(stripe, chosen, now()),
    live && !state?.sendsInvoices ? nextPaymentMethod(stripe, customer, live) : null,
    live && state?.endsAt ? nextCharge(stripe, live, state) : null,
  ]);
  const awaited = awaitedOf(found.own);
  const card = method && expiryOf(method);
  const hasCredit = customer.deleted !== true && (customer.currency ?? "jpy") === "jpy" && customer.balance < 0;
  const { credit, held: heldCredit } = hasCredit ? await takeBackCredit(billing, customerId) : { credit: 0, held: 0 };
  const [unlinked] = chosen === null && row.account === null ? found.unknown : [];
  const isAsked =
    (mirrored !== undefined && isMirrorOurs) ||
    (unlinked !== undefined && (await alertOfProduct(billing, userId, unlinked)));
  const outcome = await db.transaction(async (tx) => {
    const isForeign = state?.access === "live" && state.currency !== "jpy";
    if (state && (state.access === "unknown" || (state.access === "live" && state.isSwitched) || isForeign)) {
      const { subscriptionId: about, status } = state;
      const message =
        state.access === "unknown"
          ? `会員${userId}の契約（${about}）の状態「${status}」が不明です。Stripeで確認してください。`
          : isForeign
            ? `会員${userId}の契約（${about}）は、円ではない通貨で請求されます。売上のレポートには含まれません。Stripeで確認してください。`
            : `会員${userId}の契約（${about}）は、このサイトで販売していない間隔で請求されます。会員は、これまでどおり視聴でき、解約もできます。Stripeで確認してください。`;
      await alertStaff(tx, { kind: "unknown_subscription", about, message, userId }, now());
    }
    return writeState(tx, {
      ...billing,
      customerId,
      userId,
      fencingToken,
      chosen,
      state,
      bills,
      awaited,
      card,
      next,
      nextCard: method?.card ?? null,
      credit,
      isDeleted,
      deferEnds,
      isImported: row.account === null,
    });
  });
  if (row.account === null && !outcome.isDeferred && !isAsked) await noteAccount(db, [customerId, account]);
  if (outcome.hasEmail) wakeMailSender();
  // Staff changed the address at the provider. An empty one may be one that the provider refused.
  if (!customer.deleted && customer.email && row.email && customer.email !== row.email) {
    await stripe.customers.update(customerId, { email: row.email }).catch(ignoreRefusal);
  }
  if (chosen && surplus.length > 0) {
    log.warn({ user: userId, subscriptions: surplus.map(({ id }) => id) }, "a member has two subscriptions");
    for (const subscription of surplus) await endSurplus(billing, userId, subscription, chosen);
  }
  const { isDeferred } = outcome;
  const email = row.email ?? "";
  if (await endUnpaidOrder(billing, { userId, email, awaited, subscription: chosen, state, bills })) {
    return syncSubscription(billing, customerId, { deferEnds });
  }
  if (state?.access === "ended" && !isDeferred) await voidBills(stripe, bills);
  const seen = isDeleted ? { subscription: null, state: null } : { subscription: chosen, state };
  return {
    userId,
    ...seen,
    bills,
    awaited,
    method,
    credit,
    heldCredit,
    isDeferred,
    isUnclear: isAsked && chosen === null,
  };
}

/**
 * The operator can sell other things to the same customer: only our own subscriptions are synced. `unknown` are live ones
 * of other products, and the member's own one while it has such a product.
 */
async function readAll(
  { stripe, ownership }: Billing,
  customer: string,
  known: string | null,
): Promise<{ own: Own<Stripe.Subscription>[]; unknown: Stripe.Subscription[] }> {
  const all: Own<Stripe.Subscription>[] = [];
  const unknown: Stripe.Subscription[] = [];
  const own = await ownership();
  const expand = ["data.latest_invoice", "data.default_payment_method"];
  try {
    const pages = stripe.subscriptions.list({ customer, status: "all", limit: 100, expand });
    for await (const each of pages) {
      const subscription = own.subscription(each, known);
      if (subscription) all.push(await withFirstPayment(stripe, subscription));
      if (own.subscription(each) === null && isLive(each)) unknown.push(each);
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return { own: all, unknown };
}

async function readCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | Stripe.DeletedCustomer | null> {
  try {
    return await stripe.customers.retrieve(id);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export const CUSTOMER_MISSING = "customer_missing";

/** The provider answers `deleted` for a deleted customer. One that it does not know at all is no reason to end access. */
async function reportMissing({ db, now, log }: Billing, userId: number, customer: string): Promise<AppError> {
  log.error({ user: userId, customer }, "the provider does not know a member's customer");
  const message = `会員${userId}の顧客（${customer}）がStripeに見つかりません。視聴の許可は変えていません。設定したAPIキーが、正しいStripeアカウントのものか確認してください。`;
  await alertStaff(db, { kind: CUSTOMER_MISSING, about: customer, message, userId }, now());
  return new AppError(
    503,
    CUSTOMER_MISSING,
    "お支払いの情報を確認できませんでした。時間をおいて、もう一度お試しください。",
  );
}
