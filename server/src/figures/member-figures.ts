import type { Cohort, MemberDay, MemberTotals } from "@manabiya/contract/staff/figures.ts";
import { type Database, int, nullable, statement, text } from "../db/statement.ts";
import { MEMBERSHIPS, PEOPLE } from "./close-days.ts";
import { inJapan, PAYING_CHANGE } from "../events/membership-changes.ts";
import { daysOf, type Range, rangeBefore } from "./range.ts";

const people = { signups: int, trials: int, first_paid: int };
const dayColumns = { day: text, ...people, started: int, ended: int, members: int, monthly_revenue: int };

/** The first instant of the days that are not closed. */
export const OPEN =
  "coalesce((select max(day) + 1 from daily_members)::timestamp at time zone 'Asia/Tokyo', '-infinity')";

/** Closed days from the day before $1 to $2, and the last closed day. Values: from, to. */
const listClosed = statement("figures.closed-days", dayColumns)`
  select day::text as day, signups, trials, first_paid, started, ended, members, monthly_revenue
    from daily_members
   where day between $1::date - 1 and $2::date or day = (select max(day) from daily_members) order by day`;

/** Open days; `members` and `monthly_revenue` are changes. Values: none. */
const listOpen = statement("figures.open-days", dayColumns)`
  select ${inJapan("at")}::date::text as day, ${PEOPLE}, ${MEMBERSHIPS}
    from membership_changes where at >= ${OPEN} group by 1 order by 1`;

/** Values: from, to. */
const listSources = statement("figures.sources", { source: text, ...people })`
  select source, sum(signups)::int as signups, sum(trials)::int as trials, sum(first_paid)::int as first_paid
    from (select source, signups, trials, first_paid from daily_sources where day between $1::date and $2::date
          union all
          select source, ${PEOPLE} from membership_changes
           where at >= ${OPEN} and ${inJapan("at")}::date between $1::date and $2::date
             and (kind in ('signup', 'trial') or is_first)
           group by source) as parts
   group by source order by sum(signups) desc, sum(first_paid) desc, source limit 50`;

/** Changes per month of sign-up and month, until a day. Values: first cohort, last day. */
const listCohorts = statement("figures.cohorts", {
  cohort: text,
  month: text,
  signups: int,
  first_paid: int,
  members: int,
})`
  select to_char(cohort, 'YYYY-MM') as cohort, to_char(month, 'YYYY-MM') as month,
         sum(signups)::int as signups, sum(first_paid)::int as first_paid, sum(members)::int as members
    from (select cohort, date_trunc('month', day) as month, signups, first_paid, members
            from daily_cohorts where cohort >= $1::date and day <= $2::date
          union all
          select cohort, date_trunc('month', ${inJapan("at")}), (kind = 'signup')::int, is_first::int, ${PAYING_CHANGE}
            from membership_changes
           where at >= ${OPEN} and cohort >= $1::date and ${inJapan("at")}::date <= $2::date) as parts
   group by cohort, month order by cohort, month`;

const findClosedUntil = statement("figures.closed-until", { day: nullable(text) })`
  select max(day)::text as day from daily_members`;

const COHORT_MONTHS = 12;

export async function readMemberFigures(db: Database, range: Range) {
  const before = rangeBefore(range);
  const firstCohort = addMonths(range.to.slice(0, 7), 1 - COHORT_MONTHS);
  // One snapshot, so that a day that is closed meanwhile counts once.
  const read = await db.transaction(async (tx) => {
    await tx.query({ text: "set transaction isolation level repeatable read read only" });
    return {
      closed: await listClosed(tx, [before.from, range.to]),
      open: await listOpen(tx, []),
      sources: await listSources(tx, [range.from, range.to]),
      cohorts: await listCohorts(tx, [`${firstCohort}-01`, range.to]),
      until: (await findClosedUntil(tx, []))[0]?.day ?? null,
    };
  });
  const known = withOpenDays(read.closed, read.open, read.until);
  const days = daysFrom(known, range);
  return {
    closed_until: read.until,
    days,
    current: totalsOf(days, lastBefore(known, range.from)),
    previous: totalsOf(daysFrom(known, before), lastBefore(known, before.from)),
    sources: read.sources,
    cohorts: cohortsOf(read.cohorts, firstCohort, range.to.slice(0, 7)),
  };
}

/** Adds the changes of open days to the state at the end of the last closed day. */
function withOpenDays(closed: MemberDay[], open: MemberDay[], until: string | null): MemberDay[] {
  const base = closed.find(({ day }) => day === until);
  let [members, monthly_revenue] = [base?.members ?? 0, base?.monthly_revenue ?? 0];
  const added = open.map((change) => {
    members += change.members;
    monthly_revenue += change.monthly_revenue;
    return { ...change, members, monthly_revenue };
  });
  return [...closed, ...added];
}

const NOTHING = { signups: 0, trials: 0, first_paid: 0, started: 0, ended: 0 };

type State = Pick<MemberDay, "members" | "monthly_revenue">;

/** The state before a day. @param known in the order of days */
function lastBefore(known: MemberDay[], day: string): State {
  return known.findLast((each) => each.day < day) ?? { members: 0, monthly_revenue: 0 };
}

/** Every day of the range; a day without a change keeps the state of the day before. */
function daysFrom(known: MemberDay[], range: Range): MemberDay[] {
  const byDay = new Map(known.map((each) => [each.day, each]));
  let { members, monthly_revenue } = lastBefore(known, range.from);
  return daysOf(range).map((day) => {
    const found = byDay.get(day) ?? { day, ...NOTHING, members, monthly_revenue };
    ({ members, monthly_revenue } = found);
    return found;
  });
}

function totalsOf(days: MemberDay[], before: State): MemberTotals {
  const sum = (name: keyof typeof NOTHING) => days.reduce((total, day) => total + day[name], 0);
  const last = days.at(-1) ?? before;
  const ended = sum("ended");
  return {
    signups: sum("signups"),
    trials: sum("trials"),
    first_paid: sum("first_paid"),
    started: sum("started"),
    ended,
    members_before: before.members,
    members: last.members,
    monthly_revenue: last.monthly_revenue,
    churn: before.members === 0 ? null : ended / before.members,
  };
}

type CohortChange = { cohort: string; month: string; signups: number; first_paid: number; members: number };

function cohortsOf(changes: CohortChange[], first: string, last: string): Cohort[] {
  return monthsOf(first, last).map((month) => {
    const own = changes.filter(({ cohort }) => cohort === month);
    const sum = (name: "signups" | "first_paid" | "members", until = last) =>
      own.filter((change) => change.month <= until).reduce((total, change) => total + change[name], 0);
    return {
      month,
      signups: sum("signups"),
      first_paid: sum("first_paid"),
      members: monthsOf(month, last).map((until) => sum("members", until)),
    };
  });
}

/** "2026-11" and 2 → "2027-01". */
function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

function monthsOf(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}
