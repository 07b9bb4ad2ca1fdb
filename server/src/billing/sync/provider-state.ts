import type Stripe from "stripe";

/** The provider's words for a subscription that runs; `past_due` while it tries to charge a renewal again. */
const LIVE = ["active", "trialing", "past_due"];

/** What a subscription at the provider means to us; instants are ISO 8601. */
export interface ProviderState {
  subscriptionId: string;
  /** The provider's own word. */
  status: string;
  /** `live`: may watch. `ended`: was live once. `none`: not paid. `unknown`: nothing that we can read. */
  access: "live" | "ended" | "none" | "unknown";
  plan: "monthly" | "yearly" | "none";
  /** When it renews or ends; of an ended one: when it did. */
  periodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  paymentFailed: boolean;
  /** A change of plan waits for its payment. */
  hasPendingUpdate: boolean;
}

const ACCESS: Record<string, ProviderState["access"]> = {
  active: "live",
  trialing: "live",
  past_due: "live",
  incomplete: "none",
  incomplete_expired: "none",
  unpaid: "none",
  paused: "none",
  canceled: "ended",
};

const PLANS: Record<string, ProviderState["plan"]> = { month: "monthly", year: "yearly" };

/** Reads one subscription. A plan that is not ours, like a status that we do not know, gives no access. */
export function stateOf(subscription: Stripe.Subscription): ProviderState {
  const item = subscription.items.data[0];
  const recurring = item?.price.recurring;
  const plan = (recurring?.interval_count === 1 && PLANS[recurring.interval]) || "none";
  const access = ACCESS[subscription.status] ?? "unknown";
  const end = access === "ended" ? endOf(subscription) : (subscription.cancel_at ?? item?.current_period_end);
  return {
    subscriptionId: subscription.id,
    status: subscription.status,
    access: access === "live" && plan === "none" ? "unknown" : access,
    plan,
    periodEnd: end ? instantOf(end) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    paymentFailed: subscription.status === "past_due",
    hasPendingUpdate: subscription.pending_update !== null,
  };
}

/** When an ended subscription did; seconds since 1970. */
function endOf({ ended_at, canceled_at }: Pick<Rankable, "ended_at" | "canceled_at">): number | null {
  return ended_at ?? canceled_at;
}

/** Seconds since 1970 → ISO 8601. */
export function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Whatever may not be paid for twice comes first, then what says most about the member. */
const RANKS: Record<string, number> = {
  unpaid: 3,
  paused: 3,
  canceled: 2,
  incomplete: 1,
  incomplete_expired: 0,
};
const LIVE_RANK = 5;
const UNKNOWN_RANK = 4;

function rankOf({ status }: Rankable): number {
  return LIVE.includes(status) ? LIVE_RANK : (RANKS[status] ?? UNKNOWN_RANK);
}

type Rankable = Pick<Stripe.Subscription, "id" | "status" | "created" | "ended_at" | "canceled_at">;

export interface Ranked<S> {
  /** The one that counts; null without any. */
  chosen: S | null;
  /** Live ones beside it, which nobody should pay for. */
  surplus: S[];
}

/**
 * Of live subscriptions the oldest counts, of ended ones that which ended last, of others the newest.
 * @param subscriptions as the provider lists them, newest first: several can be of the same second
 */
export function rank<S extends Rankable>(subscriptions: readonly S[]): Ranked<S> {
  const sorted = [...subscriptions].sort((a, b) => {
    const byRank = rankOf(b) - rankOf(a);
    if (byRank !== 0) return byRank;
    // Two readings at once must never hold different ones for the surplus: ids decide, not places in a list.
    if (rankOf(a) === LIVE_RANK) return a.created - b.created || (a.id < b.id ? -1 : 1);
    // A second subscription that was ended at once is newer than the one that went on.
    if (a.status === "canceled") return (endOf(b) ?? 0) - (endOf(a) ?? 0) || b.created - a.created;
    return b.created - a.created;
  });
  const [chosen = null, ...others] = sorted;
  return { chosen, surplus: others.filter((other) => rankOf(other) === LIVE_RANK) };
}

/** What the member's own row says of the subscription. */
export interface MemberState {
  subscription_status: "active" | "inactive" | "canceled" | "trial";
  subscription_plan: "monthly" | "yearly" | "none";
  subscription_end_date: string | null;
  cancel_at_period_end: boolean;
}

/** @returns what the member's row becomes; a free week that was never paid for stays one */
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

/** @returns what a member becomes whose customer was deleted at the provider at `now` (ISO 8601) */
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
