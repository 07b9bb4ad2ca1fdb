import { DAY, JAPAN } from "@manabiya/contract/rules/japan-day.ts";
import type { StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { int } from "../../db/columns.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { OPEN } from "../../figures/member-figures.ts";

/** Milliseconds ahead of UTC; Japan has no summer time. */

const columns = { count: int, before: int };

/** The two days of `at`. Values of each statement: start of the day before, start of yesterday, start of today. */
const bothDays = (at: string) => `
  count(*) filter (where ${at} >= $2) as count, count(*) filter (where ${at} < $2) as before`;

/** As the figures of members count, which keep what a closed account did. The fourth value is the kind. */
const countChanges = statement("dashboard.membership-changes", columns)`
  select ${bothDays("at")} from membership_changes where kind = $4 and at >= $1 and at < $3`;

/** Each cancellation has exactly one email. */
const countCancellations = statement("dashboard.cancellations", columns)`
  select ${bothDays("queued_at")} from billing_letters
   where kind = 'cancelled' and queued_at >= $1 and queued_at < $3`;

/** Views are stored by Japan's day. Values: the day before, yesterday. */
const readViews = statement("dashboard.views", columns)`
  select coalesce(sum(views) filter (where day = $2::date), 0)::int as count,
         coalesce(sum(views) filter (where day = $1::date), 0)::int as before
    from daily_views where day in ($1::date, $2::date)`;

/** The sum at the end of a day: that of the last closed day, and the changes of open days. */
const revenueAt = (day: string, end: string) => `
  coalesce((select monthly_revenue from daily_members where day <= ${day}::date order by day desc limit 1), 0)
  + coalesce((select sum(monthly_revenue) from membership_changes where at >= ${OPEN} and at < ${end}), 0)::int`;

/** As the figures page computes it. Values: the day before, yesterday, start of yesterday, start of today. */
const readRevenue = statement("dashboard.monthly-revenue", columns)`
  select ${revenueAt("$2", "$4")} as count, ${revenueAt("$1", "$3")} as before`;

/** Yesterday and the day before, by Japan's calendar. */
interface Days {
  /** The starts of the day before, of yesterday, and of today; ISO 8601. */
  starts: [string, string, string];
  /** Such as "2026-11-21", "2026-11-22". */
  names: [string, string];
}

/** @param now milliseconds since 1970 */
export function daysBefore(now: number): Days {
  const today = Math.floor((now + JAPAN) / DAY) * DAY - JAPAN;
  const start = (days: number) => new Date(today - days * DAY).toISOString();
  const name = (days: number) => new Date(today + JAPAN - days * DAY).toISOString().slice(0, 10);
  return { starts: [start(2), start(1), start(0)], names: [name(2), name(1)] };
}

interface Figure {
  kind: string;
  access: StaffAccess;
  /** Holders of this right see another figure instead. */
  unless?: StaffAccess;
  read: (db: Database, days: Days) => Promise<{ count: number; before: number }[]>;
}

/** In the order of the screen. */
export const FIGURES: readonly Figure[] = [
  { kind: "signups", access: "staff.members", read: (db, { starts }) => countChanges(db, [...starts, "signup"]) },
  { kind: "trials", access: "staff.members", read: (db, { starts }) => countChanges(db, [...starts, "trial"]) },
  { kind: "new_contracts", access: "staff.money", read: (db, { starts }) => countChanges(db, [...starts, "start"]) },
  { kind: "cancellations", access: "staff.money", read: (db, { starts }) => countCancellations(db, starts) },
  {
    kind: "ended_contracts",
    access: "staff.members",
    unless: "staff.money",
    read: (db, { starts }) => countChanges(db, [...starts, "end"]),
  },
  {
    kind: "monthly_revenue",
    access: "staff.money",
    read: (db, { starts: [, ...ends], names }) => readRevenue(db, [...names, ...ends]),
  },
  { kind: "views", access: "staff", read: (db, { names }) => readViews(db, names) },
];
