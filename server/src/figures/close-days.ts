import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { command, type Database, nullable, statement, text } from "../db/statement.ts";
import { inJapan, PAYING_CHANGE } from "../events/membership-changes.ts";
import { DISTINCT_MARKS, MEMBERS_PER_TERM, PENDING_DAYS, USUAL_SPELLING } from "../events/search-term.ts";

/** Milliseconds after midnight in Japan, so that every process has flushed the day's counts. */
const GRACE = 10 * 60 * 1000;

/** Milliseconds; a day with many sign-ups takes longer than a request's statement may run. */
const CLOSE_TIMEOUT = 30_000;

/** The changes of the day $1. */
const OF_DAY = `at >= $1::date::timestamp at time zone 'Asia/Tokyo' and at < ($1::date + 1)::timestamp at time zone 'Asia/Tokyo'`;

export const PEOPLE = `
  count(*) filter (where kind = 'signup')::int as signups, count(*) filter (where kind = 'trial')::int as trials,
  count(*) filter (where is_first)::int as first_paid`;

export const MEMBERSHIPS = `
  count(*) filter (where kind = 'start')::int as started, count(*) filter (where kind = 'end')::int as ended,
  coalesce(sum(${PAYING_CHANGE}), 0)::int as members, coalesce(sum(monthly_revenue), 0)::int as monthly_revenue`;

const findFirstOpenDay = statement("figures.first-open-day", { day: nullable(text) })`
  select coalesce((select max(day) + 1 from daily_members),
                  (select ${inJapan("min(at)")}::date from membership_changes))::text as day`;

/** The first process that closes a day inserts the row; others wait for it and insert nothing. Values: day. */
const closeMembers = statement("figures.close-members", { day: text })`
  insert into daily_members (day, signups, trials, first_paid, started, ended, members, monthly_revenue)
  select $1::date, d.signups, d.trials, d.first_paid, d.started, d.ended,
         d.members + coalesce(b.members, 0), d.monthly_revenue + coalesce(b.monthly_revenue, 0)
    from (select ${PEOPLE}, ${MEMBERSHIPS} from membership_changes where ${OF_DAY}) as d
    left join daily_members b on b.day = $1::date - 1
  on conflict (day) do nothing returning day::text`;

/** Values: day. */
const closeSources = command("figures.close-sources")`
  insert into daily_sources (day, source, signups, trials, first_paid)
  select $1::date, source, ${PEOPLE} from membership_changes
   where ${OF_DAY} and (kind in ('signup', 'trial') or is_first) group by source`;

/** Values: day. */
const closeCohorts = command("figures.close-cohorts")`
  insert into daily_cohorts (day, cohort, signups, first_paid, members)
  select $1::date, cohort, count(*) filter (where kind = 'signup'), count(*) filter (where is_first),
         coalesce(sum(${PAYING_CHANGE}), 0)
    from membership_changes where ${OF_DAY} and kind in ('signup', 'baseline', 'start', 'end') group by cohort`;

/** Values: day. */
const closeViews = command("figures.close-views")`
  insert into daily_video_figures (day, video_id, views, watched)
  select day, video_id, views, '{}' from daily_views where day = $1::date order by video_id
  on conflict (day, video_id) do update set views = excluded.views`;

/** Adds up the month that ends with the day $1. */
const closeMonth = command("figures.close-month")`
  insert into monthly_video_figures (month, video_id, views, seconds, favorites_added, favorites_removed)
  select date_trunc('month', $1::date)::date, video_id, sum(views), sum(seconds), sum(favorites_added),
         sum(favorites_removed)
    from daily_video_figures
   where day between date_trunc('month', $1::date)::date and $1::date and ($1::date + 1) = date_trunc('month', $1::date + 1)::date
   group by video_id`;

/** Keywords that enough members searched for until the day $1, and how often they did since the last publication. */
const KNOWN_TERMS = `
  select term, sum(searches)::int as searches, sum(without_result)::int as without_result, ${USUAL_SPELLING} as spelling
    from pending_searches where day between $1::date - ${PENDING_DAYS - 1} and $1::date
   group by term having ${DISTINCT_MARKS} >= ${MEMBERS_PER_TERM} or term in (select term from daily_search_terms)`;

/** A keyword that became known counts on the day on which it did. Values: day. */
const closeTerms = command("figures.close-terms")`
  with known as (${KNOWN_TERMS}),
  published as (
    insert into daily_search_terms (day, term, searches, without_result, spelling)
    select $1::date, term, searches, without_result, spelling from known)
  delete from pending_searches p using known where p.term = known.term and p.day <= $1::date`;

/** Values: the first day that stays. */
const deletePending = command("figures.delete-pending")`delete from pending_searches where day < $1::date`;

/**
 * Closes every day that has ended, the oldest first, so that days of a downtime are caught up. Any number of processes may
 * run it at once. @param now milliseconds since 1970
 */
export async function closeDays(db: Database, now: number, signal?: AbortSignal): Promise<void> {
  const today = japanDay(now - GRACE);
  const [open] = await findFirstOpenDay(db, []);
  for (let day = open?.day ?? today; day < today && !signal?.aborted; day = addDays(day, 1)) await closeDay(db, day);
  await deletePending(db, [addDays(today, -PENDING_DAYS)]);
}

async function closeDay(db: Database, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.allowTime(CLOSE_TIMEOUT);
    const closed = await closeMembers(tx, [day]);
    if (closed.length === 0) return;
    await closeSources(tx, [day]);
    await closeCohorts(tx, [day]);
    await closeViews(tx, [day]);
    await closeMonth(tx, [day]);
    await closeTerms(tx, [day]);
  });
}
