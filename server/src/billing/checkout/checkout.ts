import { randomUUID } from "node:crypto";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { statement } from "../../db/statement.ts";
import { AppError, unauthorized } from "../../http/app-error.ts";
import { type Attempt, insertAttempt, noteAttemptState, noteSession, unansweredAttempt } from "./attempts.ts";
import { ensureCustomer } from "../provider/customers.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import { type Billing, isMissing, isOutcomeUnknown, isRefused } from "../provider/provider.ts";
import { instantOf } from "../sync/provider-state.ts";
import { type Synced, syncSubscription } from "../sync/sync.ts";

/** Seconds. The provider takes no less than 30 minutes by its own clock: one more for clocks that disagree. */
const SESSION_LIFE = 31 * 60;

/** Seconds that an open checkout must have left to be handed out again. */
const ENOUGH_TIME = 10 * 60;

interface Wanted {
  plan: PaidPlan;
  successUrl: string;
  cancelUrl: string;
}

const findMember = statement("checkout.member", {}, `select from users where id = $1 and closed_at is null`);

/**
 * Begins a checkout, or hands out the one that is open: a double click and two tabs are one. Any other open one is
 * closed first, so that nobody can pay twice.
 * @throws 409 `already_subscribed`, `subscription_unclear`, `payment_processing`; 401 for a member who has left
 */
export function createCheckout(
  billing: Billing,
  user: { id: number; email: string },
  wanted: Wanted,
): Promise<{ url: string; session_id: string }> {
  return withMemberLock(billing.db, user.id, async () => {
    // Who asked a moment before may have left meanwhile.
    if ((await findMember(billing.db, [user.id])).length === 0) throw unauthorized();
    const { customer, synced } = await customerInSync(billing, user);
    const open = await openSessions(billing.stripe, customer);
    const reusable = mayBuy(synced) ? open.find((s) => fits(billing, s, wanted)) : undefined;
    for (const session of open) if (session !== reusable) await expire(billing.stripe, session.id);
    // Looked at after the others were closed: one of them may have been paid a moment before.
    const now = open.length > (reusable ? 1 : 0) ? await syncSubscription(billing, customer) : synced;
    if (!mayBuy(now)) throw now?.state?.access === "live" ? alreadySubscribed() : subscriptionUnclear();
    await refuseWhileProcessing(billing.stripe, customer, now);
    if (reusable?.url) return { url: reusable.url, session_id: reusable.id };
    return beginSession(billing, user.id, customer, wanted);
  });
}

/** What we cannot read may be paid for: another one would be the newer of two, and refunded. Staff know of it. */
function mayBuy(synced: Synced | null): boolean {
  const access = synced?.state?.access;
  return access !== "live" && access !== "unknown";
}

/** A customer who was deleted at the provider is replaced by a new one. */
async function customerInSync(billing: Billing, user: { id: number; email: string }) {
  const customer = await ensureCustomer(billing, user);
  const synced = await syncSubscription(billing, customer);
  const current = await ensureCustomer(billing, user);
  return current === customer ? { customer, synced } : { customer: current, synced: null };
}

async function openSessions(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  return data;
}

function fits({ now }: Billing, session: Stripe.Checkout.Session, wanted: Wanted): boolean {
  return (
    session.metadata?.["plan"] === wanted.plan &&
    session.success_url === wanted.successUrl &&
    session.cancel_url === wanted.cancelUrl &&
    session.expires_at - now() / 1000 > ENOUGH_TIME
  );
}

/** One that was paid or ran out meanwhile cannot be closed any more. */
async function expire(stripe: Stripe, session: string): Promise<void> {
  await stripe.checkout.sessions.expire(session).catch((error: unknown) => {
    if (!isRefused(error) && !isMissing(error)) throw error;
  });
}

/** Some payments take their time: until one has failed, another one must not begin. */
async function refuseWhileProcessing(stripe: Stripe, customer: string, synced: Synced | null): Promise<void> {
  if (synced?.state?.status !== "incomplete") return;
  const { data } = await stripe.checkout.sessions.list({ customer, status: "complete", limit: 1 });
  const [session] = data;
  if (!session || session.payment_status !== "unpaid") return;
  if (idOf(session.subscription) !== synced.state.subscriptionId) return;
  throw new AppError(409, "payment_processing", "お支払いを確認しています。確認が終わるまでお待ちください。");
}

export function idOf(object: string | { id: string } | null): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}

async function beginSession(billing: Billing, userId: number, customer: string, wanted: Wanted) {
  const { db, stripe } = billing;
  const attempt = await noteAttempt(billing, userId, wanted);
  try {
    const session = await stripe.checkout.sessions.create(await parameters(billing, customer, attempt), {
      idempotencyKey: attempt.id,
    });
    await noteSession(db, attempt.id, session.id);
    if (!session.url)
      throw new AppError(503, "payment_unavailable", "決済ページのURLを取得できませんでした。");
    return { url: session.url, session_id: session.id };
  } catch (error) {
    // Without an answer it may exist: the next attempt asks with the same key.
    if (!isOutcomeUnknown(error)) await noteAttemptState(db, attempt.id, "failed");
    throw error;
  }
}

/** One whose answer never came is asked for again, as long as the provider takes its end. */
async function noteAttempt({ db, now }: Billing, user_id: number, wanted: Wanted): Promise<Attempt> {
  const same = { user_id, plan: wanted.plan, success_url: wanted.successUrl, cancel_url: wanted.cancelUrl };
  const unanswered = await unansweredAttempt(db, same);
  if (unanswered && Date.parse(unanswered.expires_at) > now() + 1000 * (SESSION_LIFE - 60)) return unanswered;
  if (unanswered) await noteAttemptState(db, unanswered.id, "failed");
  const expires_at = instantOf(Math.floor(now() / 1000) + SESSION_LIFE);
  const fresh = { ...same, id: randomUUID(), expires_at };
  await insertAttempt(db, fresh, new Date(now()).toISOString());
  return { ...fresh, state: "creating", session_id: null };
}

async function parameters(
  { catalogue }: Billing,
  customer: string,
  attempt: Attempt,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { id, user_id, plan } = attempt;
  const metadata = { user_id: String(user_id), attempt_id: id, plan };
  return {
    mode: "subscription",
    customer,
    client_reference_id: String(user_id),
    metadata,
    locale: "ja",
    line_items: [{ price: await catalogue.price(plan), quantity: 1, tax_rates: [await catalogue.taxRate()] }],
    subscription_data: { metadata },
    allowed_payment_method_types: ["card"],
    success_url: attempt.success_url,
    cancel_url: attempt.cancel_url,
    expires_at: Math.floor(Date.parse(attempt.expires_at) / 1000),
  };
}

function alreadySubscribed(): AppError {
  return new AppError(
    409,
    "already_subscribed",
    "すでにご契約中です。プランの変更はプロフィールから行えます。",
  );
}

function subscriptionUnclear(): AppError {
  return new AppError(
    409,
    "subscription_unclear",
    "現在のご契約の内容を確認しています。確認が終わるまで、新しいお申し込みはできません。お急ぎの場合はお問い合わせください。",
  );
}
