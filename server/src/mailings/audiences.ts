import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import { int, statement } from "../db/statement.ts";
import { RECEIVES } from "./preferences/queries.ts";

/** Late occasions cause no mail: after a pause of the service nobody is welcomed for last month. */
const LATEST_OCCASION = "interval '2 days'";
/** A digest that waits longer is followed by the next one. */
const LATEST_DIGEST = "interval '6 days'";
/** A member who joined earlier verifies a changed address. */
const NEW_MEMBER = "interval '30 days'";

export const TRIAL_END = `u.created_at + interval '${TRIAL_DAYS} days'`;

/** `canWatch` of the contract, which a test compares with it. `$1` is now. */
const MAY_NOT_WATCH = `
  not u.is_staff and not u.is_superuser and coalesce(u.access_granted_until <= $1::timestamptz, true)
  and case u.subscription_status
        when 'trial' then ${TRIAL_END} <= $1::timestamptz
        when 'active' then u.cancel_at_period_end and coalesce(u.subscription_end_date <= $1::timestamptz, false)
        else true
      end`;

/**
 * Whether the member `u` is in the audience of the mailing `m` at `$1`: when the recipients are listed, and again when
 * each gets the mail, because some wait for hours and buy a plan meanwhile.
 */
export const IN_AUDIENCE = `
  case m.audience
    when 'all' then true
    when 'required' then true
    when 'digest' then m.send_at > $1::timestamptz - ${LATEST_DIGEST}
      and exists (select from mailings d where d.key = 'digest' and d.send_at <= m.send_at)
    when 'trial' then u.subscription_status = 'trial' and ${TRIAL_END} > $1::timestamptz
    when 'ended' then ${MAY_NOT_WATCH}
      and (u.subscription_status <> 'inactive' or exists (select from trials t where t.user_id = u.id)
           or exists (select from subscriptions s where s.user_id = u.id))
    when 'welcome' then
      u.email_verified_at > greatest(m.send_at, $1::timestamptz - ${LATEST_OCCASION}, u.created_at - interval '1 second')
      and u.created_at > greatest(m.send_at - ${LATEST_OCCASION}, $1::timestamptz - ${NEW_MEMBER})
    when 'trial_ending' then u.subscription_status = 'trial' and not u.is_staff and not u.is_superuser
      and ${TRIAL_END} > $1::timestamptz and ${TRIAL_END} <= $1::timestamptz + interval '1 day'
      and coalesce(u.access_granted_until <= ${TRIAL_END}, true)
    when 'trial_ended' then u.subscription_status = 'trial' and ${MAY_NOT_WATCH}
      and ${TRIAL_END} > greatest(m.send_at, $1::timestamptz - ${LATEST_OCCASION})
    else false
  end`;

/**
 * Adds the members of a mailing's audience to its recipients, in steps of user ids. A member who is in the list stays
 * there once. Values: now, mailing id, the last user id of the step before, members per step.
 */
export const addRecipients = statement("mailings.add-recipients", { last: int, added: int })`
  with step as (
    select u.* from users u where u.id > $3 order by u.id limit $4),
  added as (
    insert into mailing_recipients (mailing_id, user_id, created_at, send_after)
    select m.id, u.id, $1, $1
      from mailings m cross join step u left join mail_preferences p on p.user_id = u.id
     where m.id = $2 and m.send_at <= $1::timestamptz and ${RECEIVES} and ${IN_AUDIENCE}
    on conflict do nothing
    returning user_id)
  select coalesce((select max(id) from step), 0) as last, (select count(*) from added) as added`;
