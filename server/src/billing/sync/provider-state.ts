import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import type { Own } from "../provider/ownership.ts";

/** The provider retries a failed renewal while a subscription is `past_due`. */
const LIVE = ["active", "trialing", "past_due"];

export const isLive = ({ status }: Pick<Stripe.Subscription, "status">): boolean => LIVE.includes(status);

/** Statuses without access whose bill can still be paid, which resumes the subscription. */
export const SUSPENDED: readonly string[] = ["unpaid"];

/** `live`: may watch. `ended`: was live before. `none`: not paid. `unknown`: a status that we do not know. */
type ProviderAccess = "live" | "ended" | "none" | "unknown";

const ACCESS: Record<string, ProviderAccess> = {
  active: "live",
  trialing: "live",
  past_due: "live",
  incomplete: "none",
  incomplete_expired: "none",
  unpaid: "none",
  paused: "none",
  canceled: "ended",
};

const PLANS: Record<string, PaidPlan> = { month: "monthly", year: "yearly" };

/** @returns null for a price that we do not sell */
export function planOf(price: Pick<Stripe.Price, "recurring"> | undefined): PaidPlan | null {
  const recurring = price?.recurring;
  return (recurring?.interval_count === 1 && PLANS[recurring.interval]) || null;
}

/** A subscription of the provider in our terms; instants are ISO 8601. */
export type ProviderState = ReturnType<typeof stateOf>;

/** An unknown status gives no access. */
export function stateOf(subscription: Own<Stripe.Subscription>) {
  const item = subscription.items.data[0];
  const plan = planOf(item?.price);
  const access = ACCESS[subscription.status] ?? "unknown";
  const { cancel_at: cancelAt, pause_collection: pause } = subscription;
  const renewal = item?.current_period_end ?? 0;
  // The provider renews a subscription that ends after its period.
  const isLast = subscription.cancel_at_period_end || (cancelAt !== null && cancelAt <= renewal);
  const last = isLast ? (cancelAt ?? renewal) : renewal;
  const end = access === "ended" ? endOf(subscription) : last;
  return {
    subscriptionId: subscription.id,
    /** The provider's status. */
    status: subscription.status,
    access,
    /** Of an interval that we do not sell, the plan that is nearer. */
    plan: plan ?? (item?.price.recurring?.interval === "year" ? ("yearly" as const) : ("monthly" as const)),
    /** Staff gave it an interval that we do not sell. */
    isSwitched: plan === null,
    /** The next renewal or the end; of an ended subscription its end. */
    periodEnd: end ? instantOf(end) : null,
    cancelAtPeriodEnd: isLast,
    /** The end that was chosen, also one after further renewals; null: none. */
    endsAt: isLast || cancelAt !== null ? instantOf(cancelAt ?? renewal) : null,
    /** The provider collects nothing until this instant; null: until staff resume it. Undefined: it collects. */
    pausedUntil: pause ? (pause.resumes_at === null ? null : instantOf(pause.resumes_at)) : undefined,
    /** It sends invoices instead of charging a card. */
    sendsInvoices: subscription.collection_method === "send_invoice",
    /** Such as "jpy". */
    currency: subscription.currency,
    paymentFailed: subscription.status === "past_due",
    /** A change of plan waits for its payment. */
    hasPendingUpdate: subscription.pending_update !== null,
  };
}

/** The end of an ended subscription, seconds since 1970. */
function endOf({ ended_at, canceled_at }: Pick<Rankable, "ended_at" | "canceled_at">): number | null {
  return ended_at ?? canceled_at;
}

/** Seconds since 1970 → ISO 8601. */
export function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Seconds since 1970. */
export function periodStart({ items }: Stripe.Subscription): number {
  return items.data[0]?.current_period_start ?? 0;
}

/** Seconds since 1970. */
export function periodEnd({ items }: Stripe.Subscription): number {
  return items.data[0]?.current_period_end ?? 0;
}

/** Subscriptions that must not be bought twice rank first. */
const RANKS: Record<string, number> = { unpaid: 3, paused: 3, canceled: 2, incomplete: 1, incomplete_expired: 0 };
const LIVE_RANK = 5;
const UNKNOWN_RANK = 4;

function rankOf({ status }: Rankable): number {
  return LIVE.includes(status) ? LIVE_RANK : (RANKS[status] ?? UNKNOWN_RANK);
}

type Rankable = Pick<Stripe.Subscription, "id" | "status" | "created" | "ended_at" | "canceled_at"> &
  Partial<Pick<Stripe.Subscription, "latest_invoice">>;

/** The last payment, seconds since 1970. */
function paidAt({ latest_invoice, created }: Rankable): number {
  return (typeof latest_invoice === "object" && latest_invoice?.status_transitions.paid_at) || created;
}

interface Ranked<S> {
  chosen: S | null;
  /** Further live subscriptions, which the member should not pay for. */
  surplus: S[];
}

/**
 * Chooses the live subscription that was paid first: an old bill that is paid later does not end a newer subscription.
 * Without a live one it chooses the subscription that ended last; otherwise the newest.
 * @param subscriptions in the provider's order, newest first: several can have the same second
 */
export function rank<S extends Rankable>(subscriptions: readonly S[]): Ranked<S> {
  const sorted = [...subscriptions].sort((a, b) => {
    const byRank = rankOf(b) - rankOf(a);
    if (byRank !== 0) return byRank;
    // Parallel syncs must agree on the surplus, so ids break ties and list positions do not.
    if (rankOf(a) === LIVE_RANK) return paidAt(a) - paidAt(b) || a.created - b.created || (a.id < b.id ? -1 : 1);
    // A duplicate that was ended at once began later than the subscription that continued.
    if (a.status === "canceled") return (endOf(b) ?? 0) - (endOf(a) ?? 0) || b.created - a.created;
    return b.created - a.created;
  });
  const [chosen = null, ...others] = sorted;
  return { chosen, surplus: others.filter((other) => rankOf(other) === LIVE_RANK) };
}

/** The subscription columns of the member's row. */
export interface MemberState {
  subscription_status: "active" | "inactive" | "canceled" | "trial";
  subscription_plan: "monthly" | "yearly" | "none";
  subscription_end_date: string | null;
  cancel_at_period_end: boolean;
}

/** A trial stays a trial until a payment succeeds. */
export function memberStateOf(state: ProviderState, before: MemberState): MemberState {
  const { access, plan, periodEnd } = state;
  if (access === "live") {
    return {
      subscription_status: "active",
      subscription_plan: plan,
      subscription_end_date: periodEnd,
      cancel_at_period_end: state.cancelAtPeriodEnd,
    };
  }
  if (access === "ended") return ended(plan, periodEnd);
  return {
    subscription_status: before.subscription_status === "trial" ? "trial" : "inactive",
    subscription_plan: "none",
    subscription_end_date: null,
    cancel_at_period_end: false,
  };
}

/** The state after the customer was deleted at the provider. @param now ISO 8601 */
export function memberWithoutCustomer(before: MemberState, now: string): MemberState {
  return before.subscription_status === "active" ? ended(before.subscription_plan, now) : before;
}

function ended(plan: MemberState["subscription_plan"], at: string | null): MemberState {
  return {
    subscription_status: "canceled",
    subscription_plan: plan,
    subscription_end_date: at,
    cancel_at_period_end: false,
  };
}
