import { randomUUID } from "node:crypto";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { command } from "../../db/statement.ts";
import { missingPages } from "../../site/legal/live-legal.ts";
import { AppError, unauthorized } from "../../errors/app-error.ts";
import { type Attempt, insertAttempt, setAttemptSession, setAttemptState, unansweredAttempt } from "./attempts.ts";
import { type Awaited, awaitsPayment, invoicesClosed, orderByInvoice } from "./by-invoice.ts";
import { couponError, findCoupon } from "./coupon.ts";
import { endCustomerBilling, ensureCustomer, isOwnSession, openSessions } from "../provider/customers.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import { type Billing, idOf, isMissing, isOutcomeUnknown, isRefused } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";
import { giftSale } from "../gifts/gift-sale.ts";
import { checkoutTerms, giftTerms } from "./terms.ts";
import { priceChanged, refuseOtherPrice } from "../prices/shown-price.ts";
import { paysElsewhere } from "../sync/unknown-customer.ts";
import { type Synced, syncSubscription } from "../sync/sync.ts";

/** Seconds. The provider requires 30 minutes by its own clock; one more minute allows for clock differences. */
const SESSION_LIFE = 31 * 60;

/** Seconds. An open checkout with less time left is not reused. */
const MIN_TIME_LEFT = 10 * 60;

interface CheckoutRequest {
  plan: PaidPlan;
  successUrl: string;
  cancelUrl: string;
  /** As typed. */
  code?: string | undefined;
  /** Yen including tax, as the confirmation showed it. */
  price?: number | undefined;
  /** Sells so many months as a gift. */
  giftMonths?: number;
  /** Sends an invoice instead of opening a checkout. */
  isByInvoice?: boolean;
}

/** An order whose code was found at the provider. */
interface Order extends CheckoutRequest {
  promotion: Stripe.PromotionCode | null;
  /** The provider's id of the price that holds now. */
  priceId: string;
}

const findMember = command("checkout.member")`select from users where id = $1 and closed_at is null`;

/**
 * Begins a checkout or returns the open one, so that a double click or a second tab creates no other. All other open
 * checkouts are expired first, so that nobody can pay twice.
 * @throws 409 `sales_closed`, `invoices_closed`, `payment_awaited`, `already_subscribed`, `subscription_unclear`,
 *   `payment_processing`, `payment_found`, `price_changed`; 400 for `code`; 401 for a member who has left
 */
export function createCheckout(
  billing: Billing,
  user: { id: number; email: string },
  request: CheckoutRequest,
): Promise<{ url: string; session_id: string }> {
  return withMemberLock(billing.db, user.id, async () => {
    // The member may have closed the account while this call waited for the lock.
    if ((await findMember(billing.db, [user.id])).length === 0) throw unauthorized();
    refuseWithoutLegalPages(billing);
    const { isByInvoice = false } = request;
    if (isByInvoice && !billing.site.takesInvoiceOrders) throw invoicesClosed();
    const { customer, synced } = await customerInSync(billing, user);
    const { plan, code } = request;
    // Gifts are for somebody else.
    const isGift = request.giftMonths !== undefined;
    const mayBuy = (now: Synced | null) => isGift || hasNoContract(now);
    const found = code !== undefined && mayBuy(synced) ? await findCoupon(billing, { plan, code, customer }) : null;
    if (mayBuy(synced)) await refuseOtherPrice(billing, plan, request.price, request.giftMonths);
    const priceId = await billing.catalogue.price(plan);
    const order = { ...request, promotion: found?.promotion ?? null, priceId };
    const open = await openSessions(billing.stripe, customer);
    const reusable = mayBuy(synced) && !isByInvoice ? open.find((s) => fits(billing, s, order)) : undefined;
    for (const session of open) if (session !== reusable) await expire(billing.stripe, session.id);
    // One of the expired checkouts may have been paid a moment before.
    const latest = open.length > (reusable ? 1 : 0) ? await syncSubscription(billing, customer) : synced;
    if (!mayBuy(latest))
      throw latest?.state?.access === "live"
        ? new AppError(409, "already_subscribed", "すでにご契約中です。プランの変更はプロフィールから行えます。")
        : new AppError(
            409,
            "subscription_unclear",
            "現在のご契約の内容を確認しています。確認が終わるまで、新しいお申し込みはできません。お急ぎの場合はお問い合わせください。",
          );
    if (latest?.awaited?.bill?.url && isByInvoice) return pageOf(latest.awaited);
    if (latest?.awaited && !isGift) throw awaitsPayment();
    if (!isGift) {
      await refuseWhileProcessing(billing.stripe, customer, latest);
      if (await paysElsewhere(billing, user))
        throw new AppError(
          409,
          "payment_found",
          "このメールアドレスでのお支払いがすでにあります。運営者が確認して視聴できるようにしますので、もう一度お申し込みいただく必要はありません。お急ぎの場合は、お問い合わせください。",
        );
    }
    // Their open bills could still be paid by a link, beside the new subscription.
    if (!isGift && STOPPED.has(latest?.state?.status ?? "")) await endCustomerBilling(billing, customer);
    if (reusable?.url) {
      // The answer that named the session may have been lost, and the return page asks for it by its id.
      await setAttemptSession(billing.db, [reusable.metadata?.["attempt_id"] ?? null, reusable.id]);
      return { url: reusable.url, session_id: reusable.id };
    }
    return (isByInvoice ? beginInvoice : beginSession)(billing, user.id, customer, order);
  });
}

const pageOf = ({ subscription, bill }: Awaited) => ({ url: bill?.url ?? "", session_id: subscription.id });

/** Its attempt has the contract's id. @throws 503 while the provider has no page of the invoice */
async function beginInvoice(billing: Billing, userId: number, customer: string, request: Order) {
  const attempt = await findOrInsertAttempt(billing, userId, request);
  const id = await orderByInvoice(billing, customer, attempt, request.priceId).catch(async (error: unknown) => {
    if (!isOutcomeUnknown(error)) await setAttemptState(billing.db, attempt.id, "failed");
    throw error;
  });
  await setAttemptSession(billing.db, [attempt.id, id]);
  const synced = await syncSubscription(billing, customer);
  if (synced?.awaited?.bill?.url) return pageOf(synced.awaited);
  // A balance can have paid the whole invoice.
  if (synced?.state?.access === "live") return { url: `${billing.site.publicUrl}/profile`, session_id: id };
  throw noPage();
}

/** Nobody may be sold a plan without the seller's facts and the terms (特定商取引法 11条, decisions/052). */
function refuseWithoutLegalPages({ site }: Billing): void {
  if (!site.isPublic || missingPages(site).length === 0) return;
  const message = "ただいまお申し込みの受付を準備しています。受付を開始するまで、しばらくお待ちください。";
  throw new AppError(409, "sales_closed", message);
}

/** Subscriptions without access that a payment would bring back. */
const STOPPED = new Set(["unpaid", "paused"]);

/** An unknown subscription may be a paid one: a second one would be refunded as a duplicate (decisions/007). */
function hasNoContract(synced: Synced | null): boolean {
  const access = synced?.state?.access;
  return access !== "live" && access !== "unknown" && synced?.isUnclear !== true;
}

/** Replaces a customer that was deleted at the provider. */
async function customerInSync(billing: Billing, user: { id: number; email: string }) {
  const customer = await ensureCustomer(billing, user);
  const synced = await syncSubscription(billing, customer);
  const current = await ensureCustomer(billing, user);
  return current === customer ? { customer, synced } : { customer: current, synced: null };
}

function fits({ site, now }: Billing, session: Stripe.Checkout.Session, request: Order): boolean {
  return (
    session.metadata?.["plan"] === request.plan &&
    session.metadata["gift_months"] === request.giftMonths?.toString() &&
    session.metadata["price"] === request.priceId &&
    session.metadata["tax"] === taxOf(site) &&
    (session.metadata["promotion_code"] ?? null) === (request.promotion?.id ?? null) &&
    session.success_url === request.successUrl &&
    session.cancel_url === request.cancelUrl &&
    session.expires_at - now() / 1000 > MIN_TIME_LEFT
  );
}

/** Marks a session, because the setting may change while it is open. */
const taxOf = ({ isTaxExempt }: Billing["site"]) => (isTaxExempt ? "exempt" : "taxed");

/** A session that was paid or expired in the meantime refuses. */
async function expire(stripe: Stripe, session: string): Promise<void> {
  await stripe.checkout.sessions.expire(session).catch((error: unknown) => {
    if (!isRefused(error) && !isMissing(error)) throw error;
  });
}

/** A delayed payment blocks another checkout until it fails. */
async function refuseWhileProcessing(stripe: Stripe, customer: string, synced: Synced | null): Promise<void> {
  if (synced?.state?.status !== "incomplete") return;
  const { data } = await stripe.checkout.sessions.list({ customer, status: "complete", limit: 100 });
  const session = data.find(isOwnSession);
  if (!session || session.payment_status !== "unpaid") return;
  if (idOf(session.subscription) !== synced.state.subscriptionId) return;
  throw new AppError(409, "payment_processing", "お支払いを確認しています。確認が終わるまでお待ちください。");
}

async function beginSession(billing: Billing, userId: number, customer: string, request: Order) {
  const { db, stripe } = billing;
  const attempt = await findOrInsertAttempt(billing, userId, request);
  try {
    const session = await stripe.checkout.sessions.create(
      await parameters(billing, customer, attempt, request.priceId),
      { idempotencyKey: attempt.id },
    );
    await setAttemptSession(db, [attempt.id, session.id]);
    // The start of other prices expires the sessions that it finds, and may have missed this one.
    if ((await billing.catalogue.price(request.plan)) !== request.priceId) {
      await expire(stripe, session.id);
      throw priceChanged();
    }
    if (!session.url) throw noPage();
    return { url: session.url, session_id: session.id };
  } catch (error) {
    // Without an answer the session may exist: the next attempt reuses the idempotency key. After a 5xx that key is
    // useless, and the next attempt finds the session among the open ones if it exists.
    if (!isOutcomeUnknown(error)) await setAttemptState(db, attempt.id, "failed");
    // The provider knows reasons that the code itself does not show.
    throw request.promotion && isRefused(error) ? couponError() : error;
  }
}

/** Reuses an attempt without an answer while the provider still accepts its expiry. */
async function findOrInsertAttempt({ db, now }: Billing, user_id: number, request: Order): Promise<Attempt> {
  const { plan, successUrl: success_url, cancelUrl: cancel_url, promotion } = request;
  const gift_months = request.giftMonths ?? null;
  const same = { user_id, plan, success_url, cancel_url, promotion_code: promotion?.id ?? null, gift_months };
  const unanswered = await unansweredAttempt(db, same);
  if (unanswered && Date.parse(unanswered.expires_at) > now() + 1000 * (SESSION_LIFE - 60)) return unanswered;
  if (unanswered) await setAttemptState(db, unanswered.id, "failed");
  const expires_at = instantOf(Math.floor(now() / 1000) + SESSION_LIFE);
  const fresh = { ...same, id: randomUUID(), expires_at, coupon: promotion?.code ?? null };
  await insertAttempt(db, fresh, new Date(now()).toISOString());
  return { ...fresh, state: "creating", session_id: null };
}

async function parameters(
  billing: Billing,
  customer: string,
  attempt: Attempt,
  price: string,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { catalogue, site } = billing;
  const { id, user_id, plan, promotion_code, gift_months } = attempt;
  const metadata = {
    user_id: String(user_id),
    attempt_id: id,
    plan,
    ...(promotion_code !== null && { promotion_code }),
    ...(gift_months !== null && { gift_months: String(gift_months) }),
  };
  const tax_rates = await catalogue.taxRates();
  const sold: Partial<Stripe.Checkout.SessionCreateParams> =
    gift_months === null
      ? { mode: "subscription", line_items: [{ price, quantity: 1, tax_rates }], subscription_data: { metadata } }
      : await giftSale(billing, gift_months, tax_rates);
  return {
    ...sold,
    customer,
    client_reference_id: String(user_id),
    metadata: { ...metadata, price, tax: taxOf(site) },
    locale: "ja",
    ...(promotion_code !== null && { discounts: [{ promotion_code }] }),
    custom_text: { submit: { message: gift_months === null ? checkoutTerms(site, plan) : giftTerms(site) } },
    // Prices stay in yen, as the confirmation shows them.
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ["card"],
    success_url: attempt.success_url,
    cancel_url: attempt.cancel_url,
    expires_at: Math.floor(Date.parse(attempt.expires_at) / 1000),
  };
}

function noPage(): AppError {
  const message = "お支払いページを開けませんでした。しばらくしてから、もう一度お試しください。";
  return new AppError(503, "payment_unavailable", message);
}
