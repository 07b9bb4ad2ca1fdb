import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { NOTICE_DAYS } from "@manabiya/contract/billing/price-lists.ts";
import type Stripe from "stripe";
import { command, instant, int, nullable, type RowOf, statement, text, textOf } from "../../db/statement.ts";
import { alertStaff } from "../alerts.ts";
import { priceChangeMail } from "../emails/templates.ts";
import { queueOnce } from "../emails/queue-once.ts";
import { addMonths, MONTHS } from "../plan-changes/later-charges.ts";
import { PLAN_CHANGE, readSchedule, releaseSchedule, scheduleNext } from "../plan-changes/schedule.ts";
import { PURPOSE } from "../provider/catalogue.ts";
import { type Own, stillOwn } from "../provider/ownership.ts";
import { ownPrice } from "../provider/own-price.ts";
import { type Billing, idOf } from "../provider/provider.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import { instantOf, periodEnd, type ProviderState, stateOf, SUSPENDED } from "../sync/provider-state.ts";
import type { Synced } from "../sync/sync.ts";
import { IS_UNDELIVERABLE } from "../../mail/undeliverable.ts";
import { listAt } from "../../site/price-lists.ts";

const moveColumns = { revision: int, subscription_id: text, plan: textOf<PaidPlan>(), due_at: instant };

type Move = RowOf<typeof moveColumns>;

const openMove = statement("prices.open-move", moveColumns)`
  select revision, subscription_id, plan, due_at from price_moves where user_id = $1 and settled_at is null
   order by revision limit 1`;

/** No row: the member was told of this list before, has left, or has an address that takes no mails. Values: user, revision, subscription, plan, now, due. */
const insertMove = statement("prices.insert-move", { email: nullable(text) })`
  insert into price_moves (user_id, revision, subscription_id, plan, told_at, due_at)
  select u.id, $2, $3, $4, $5, $6 from users u where u.id = $1 and u.closed_at is null
     and not exists (select from mail_preferences p where ${IS_UNDELIVERABLE})
  on conflict do nothing returning (select email from users where id = user_id) as email`;

const settleMove = command("prices.settle-move")`
  update price_moves set settled_at = $3, outcome = $4 where user_id = $1 and revision = $2 and settled_at is null`;

/** Whether a list changes the price of members, so that `moveMember` has work. */
export function hasMoves({ site, now }: Pick<Billing, "site" | "now">): boolean {
  return site.prices.some(({ moves_at, starts_at }) => moves_at !== null && Date.parse(starts_at) <= now());
}

/**
 * Brings a member to the price that holds: a mail first, and at a renewal at least NOTICE_DAYS later the new price. The
 * provider's schedule changes it, so that no job has to run at that moment. Members who cancel, owe a payment or wait for
 * another change are asked again on another night, and are never charged earlier than the mail says.
 */
export async function moveMember(billing: Billing, { userId, subscription, state }: Synced): Promise<void> {
  const [move] = await openMove(billing.db, [userId]);
  if (move) await continueMove(billing, userId, { move, subscription, state });
  else if (subscription && state) await tell(billing, userId, { subscription, state });
}

/** @returns the plan of a subscription that renews; null: it ends, is unpaid, or waits for a change of plan */
function renewingPlan({ status }: Stripe.Subscription, state: ProviderState): PaidPlan | null {
  const { plan, endsAt, hasPendingUpdate, isSwitched, pausedUntil, currency } = state;
  if (!["active", "trialing"].includes(status) || endsAt !== null || hasPendingUpdate) return null;
  return isSwitched || pausedUntil !== undefined || currency !== "jpy" ? null : plan;
}

/** Tells a member of the price, once for each list. */
async function tell(
  billing: Billing,
  userId: number,
  { subscription, state }: { subscription: Own<Stripe.Subscription>; state: ProviderState },
): Promise<void> {
  const { db, stripe, site, now, wakeMailSender } = billing;
  const list = listAt(site.prices, now());
  const plan = renewingPlan(subscription, state);
  const [item] = subscription.items.data;
  if (list?.moves_at == null || plan === null || item === undefined) return;
  const target = list[`${plan}_price`];
  if (target === null || item.price.id === target || subscription.schedule !== null) return;
  const price = await stripe.prices.retrieve(target);
  // A contract that staff made with a product of its own keeps its price.
  if (idOf(price.product) !== idOf(item.price.product)) return;
  const sold = { ...subscription.items, data: [{ ...item, price }] };
  const before = ownPrice(subscription).includingTax;
  const after = ownPrice({ ...subscription, items: sold }).includingTax;
  // An amount that returned after another one has a price of its own at the provider.
  if (before === after) return;
  const earliest = Math.max(Date.parse(list.moves_at), now() + NOTICE_DAYS * DAY);
  const due = instantOf(renewalFrom(subscription, plan, earliest / 1000));
  await db.transaction(async (tx) => {
    const values = [userId, list.revision, subscription.id, plan, new Date(now()).toISOString(), due];
    const [told] = await insertMove(tx, values);
    if (!told?.email) return;
    const mail = priceChangeMail(site, { recipient: told.email, plan, before, after, date: due });
    const about = `${subscription.id} ${list.revision}`;
    const isQueued = await queueOnce(tx, { kind: "price_change", about, userId, mail }, now());
    // Nobody is moved without the mail: the next night tries again.
    if (!isQueued) throw new Error("the mail about a new price was not queued");
  });
  wakeMailSender();
}

/** The first renewal at or after an instant. @param from seconds @returns seconds */
function renewalFrom(subscription: Stripe.Subscription, plan: PaidPlan, from: number): number {
  const earliest = Math.max(from, periodEnd(subscription));
  for (let count = 0; ; count++) {
    // From the anchor, because a month with fewer days moves one renewal and not those after it.
    const renewal = addMonths(subscription.billing_cycle_anchor, count * MONTHS[plan]);
    if (renewal >= earliest) return renewal;
  }
}

interface Moving {
  move: Move;
  subscription: Own<Stripe.Subscription> | null;
  state: ProviderState | null;
}

async function continueMove(billing: Billing, userId: number, { move, subscription, state }: Moving): Promise<void> {
  const { db, site, now } = billing;
  const settle = (outcome: "moved" | "kept") =>
    settleMove(db, [userId, move.revision, new Date(now()).toISOString(), outcome]);
  const list = site.prices.find(({ revision }) => revision === move.revision);
  const target = list?.[`${move.plan}_price`];
  const isSame = subscription?.id === move.subscription_id && state?.plan === move.plan;
  // A payment of the open bill resumes it.
  if (isSame && SUSPENDED.includes(state.status)) return;
  if (!list || !target || !isSame || state.access !== "live") return void (await settle("kept"));
  if (subscription.items.data[0]?.price.id === target) return void (await settle("moved"));
  if (renewingPlan(subscription, state) === null || periodEnd(subscription) * 1000 < Date.parse(move.due_at)) return;
  await withMemberLock(db, userId, () => schedule(billing, userId, { move, target }));
}

/** Under the member's lock, because a cancellation of this moment must win. */
async function schedule(
  billing: Billing,
  userId: number,
  { move, target }: { move: Move; target: string },
): Promise<void> {
  const { db, stripe, now } = billing;
  const found = await stripe.subscriptions.retrieve(move.subscription_id);
  const subscription = stillOwn(await billing.ownership(), found);
  if (renewingPlan(subscription, stateOf(subscription)) !== move.plan) return;
  const known = await readSchedule(stripe, subscription);
  // A member's change of plan, or this move.
  if (known?.metadata?.[PURPOSE] === PLAN_CHANGE) return;
  if (known && known.phases.length > 1) {
    const message = `会員${userId}の契約（${subscription.id}）にはStripeの管理画面で作られた予定があるため、お知らせした新しい料金に変えていません。Stripeで確認してください。`;
    await alertStaff(db, { kind: "price_not_moved", about: subscription.id, message, userId }, now());
    return;
  }
  // An interrupted call left a schedule that changes nothing.
  if (known) await releaseSchedule(stripe, subscription);
  await scheduleNext(billing, subscription, { price: target, plan: move.plan });
}
