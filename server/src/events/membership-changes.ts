import type { Database } from "../db/open.ts";
import { command } from "../db/statement.ts";
import { recordEvents } from "./webhook-events.ts";

/** A day's first instant is that of Japan. `instant` is an SQL expression. */
export const inJapan = (instant: string) => `(${instant} at time zone 'Asia/Tokyo')`;

export const cohortOf = (instant: string) => `date_trunc('month', ${inJapan(instant)})::date`;

/**
 * A closed day stays as it is: a change that comes after its closing, as from a clock that is slow, counts from the first
 * open day.
 */
export const inOpenDay = (instant: string) =>
  `greatest(${instant}::timestamptz, (select max(day) + 1 from daily_members)::timestamp at time zone 'Asia/Tokyo')`;

/** Whether a change begins paid membership, ends it (-1) or neither (0). */
export const PAYING_CHANGE = "case kind when 'start' then 1 when 'baseline' then 1 when 'end' then -1 else 0 end";

export interface PaidMembership {
  isPaying: boolean;
  /** Yen without tax; a yearly price counts a twelfth. */
  monthlyRevenue: number;
  /** Paid before, perhaps before changes were recorded. */
  isReturning?: boolean;
}

export const NOT_PAYING: PaidMembership = { isPaying: false, monthlyRevenue: 0 };

/** Records the difference to what is recorded, and tells other tools of an end. Values: user id, paying as 0 or 1, monthly revenue, instant, returning. */
const record = command("figures.record-change")`
  with known as (
    select coalesce(sum(${PAYING_CHANGE}), 0)::int as paying, coalesce(sum(monthly_revenue), 0)::int as revenue,
           coalesce(bool_or(kind in ('start', 'baseline')), false) as paid_before, coalesce(max(source), '') as source
      from membership_changes where user_id = $1),
  changed as (
    insert into membership_changes (user_id, at, kind, is_first, monthly_revenue, source, cohort)
    select u.id, ${inOpenDay("$4")},
           case when known.paying = $2::int then 'price' when $2::int = 1 then 'start' else 'end' end,
           $2::int > known.paying and not (known.paid_before or $5::bool), $3::int - known.revenue, known.source,
           ${cohortOf("u.created_at")}
      from known, users u
     where u.id = $1 and (known.paying, known.revenue) <> ($2::int, $3::int)
    returning user_id, kind)
  ${recordEvents(`
    select gen_random_uuid() as event_id, 'subscription.ended' as type, user_id, jsonb_build_object('member', user_id) as data,
           $4::timestamptz as at, 0 as position
      from changed where kind = 'end'`)}`;

const forgetMember = command("figures.forget-member")`update membership_changes set user_id = null where user_id = $1`;

/**
 * Records what a member pays from now on, if it differs from what is recorded. The caller's transaction must hold a lock on
 * the member. @param at milliseconds since 1970
 */
export async function recordMembership(
  tx: Database,
  userId: number,
  { isPaying, monthlyRevenue, isReturning = false }: PaidMembership,
  at: number,
): Promise<void> {
  await record(tx, [userId, isPaying ? 1 : 0, monthlyRevenue, new Date(at).toISOString(), isReturning]);
}

/** 退会: the membership ends, and its changes stay without the member. */
export async function anonymizeMembership(
  tx: Database,
  { id }: { id: number },
  { now }: { now: number },
): Promise<void> {
  await recordMembership(tx, id, NOT_PAYING, now);
  await forgetMember(tx, [id]);
}
