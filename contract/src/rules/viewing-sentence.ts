import { canWatch, isStaff, trialEnd, type ViewingRights } from "./can-watch.ts";

/** `payment_failed`: a renewal failed, and the provider tries again. */
export type ExplainedUser = ViewingRights & { payment_failed?: boolean };

/** One of the reasons to watch that a user has or had. */
interface Right {
  /** Milliseconds since 1970; infinite without an end. */
  until: number;
  holds: string;
  ended: string;
}

/**
 * Says to staff why a user can or cannot watch. `canWatch` decides which; the date is that of the right that ends last.
 */
export function viewingSentence(user: ExplainedUser, now: number): string {
  const day = (instant: number) => dayOf(instant, now);
  if (user.closed_at) return `${day(Date.parse(user.closed_at))}に退会したため、視聴できません`;
  if (user.suspended_at) {
    return `${day(Date.parse(user.suspended_at))}からスタッフが利用を停止しているため、視聴できません`;
  }
  const [last] = rightsOf(user, now, day).toSorted((a, b) => (a.until === b.until ? 0 : b.until - a.until));
  if (!last) return "契約がないため、視聴できません";
  return canWatch(user, now) ? last.holds : last.ended;
}

function rightsOf(user: ExplainedUser, now: number, day: (instant: number) => string): Right[] {
  const rights: Right[] = [];
  if (isStaff(user)) rights.push({ until: Infinity, holds: "スタッフのため、視聴できます", ended: "" });
  if (user.subscription_status === "active") rights.push(subscription(user, now, day));
  if (user.subscription_status === "canceled") rights.push(endedSubscription(user, now, day));
  if (user.subscription_status === "trial") {
    const until = trialEnd(user.created_at);
    const last = day(until - 1);
    rights.push({
      until,
      holds: `無料体験中のため、${last}まで視聴できます`,
      ended: `無料体験は${last}に終了しました`,
    });
  }
  if (user.access_granted_until) {
    const until = Date.parse(user.access_granted_until);
    // A grant ends at midnight, which belongs to the next day.
    const last = day(until - 1);
    rights.push({ until, holds: `${last}まで視聴権があります`, ended: `視聴権は${last}に終了しました` });
  }
  return rights;
}

function subscription(user: ExplainedUser, now: number, day: (instant: number) => string): Right {
  const end = user.subscription_end_date === null ? NaN : Date.parse(user.subscription_end_date);
  if (user.cancel_at_period_end && !Number.isNaN(end)) {
    const last = day(end - 1);
    return { until: end, holds: `${last}まで視聴できます（解約済み）`, ended: `契約は${last}に終了しました` };
  }
  const renewal = end > now ? `（次回の更新日は${day(end)}）` : "";
  const note = user.payment_failed ? "（お支払いを確認できていません）" : renewal;
  return { until: Infinity, holds: `契約中のため、視聴できます${note}`, ended: "" };
}

/** A refund may end a subscription before the end of its period. */
function endedSubscription(
  { subscription_end_date }: ExplainedUser,
  now: number,
  day: (instant: number) => string,
): Right {
  const end = subscription_end_date === null ? NaN : Date.parse(subscription_end_date);
  const isPast = end <= now;
  const ended = isPast ? `契約は${day(end - 1)}に終了しました` : "契約は終了しました";
  return { until: isPast ? end : -Infinity, holds: "", ended };
}

const timeZone = "Asia/Tokyo";
const DAY = new Intl.DateTimeFormat("ja-JP", { month: "long", day: "numeric", timeZone });
const DAY_AND_YEAR = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone });
const YEAR = new Intl.DateTimeFormat("ja-JP", { year: "numeric", timeZone });

/** The year is left out if it is the present one. */
function dayOf(instant: number, now: number): string {
  return (YEAR.format(instant) === YEAR.format(now) ? DAY : DAY_AND_YEAR).format(instant);
}
