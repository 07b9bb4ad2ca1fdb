import { int, statement } from "../../db/statement.ts";
import { MailChoices } from "@manabiya/contract/accounts/mail-choices.ts";
import { columnsOf } from "../../db/columns-of.ts";

/**
 * Whether a mailing may go to the member `u` now. A query that uses it joins `mail_preferences p` (left) and `mailings m`.
 * An unverified address may be a stranger's, and a suspended member cannot watch. A mail that the contract requires is no
 * advertisement, so it also goes to members who refuse those.
 */
export const RECEIVES = `
  u.closed_at is null and u.suspended_at is null and u.email_verified_at is not null
  and (p.refused_at is null or m.audience = 'required')
  and p.undeliverable_email is distinct from u.email
  and (m.audience <> 'digest' or p.digest_since is not null)`;

/** Values: user id. */
export const readPreferences = statement("mail-preferences.read", columnsOf(MailChoices))`
  select p.refused_at is null as advertising, coalesce(p.digest_since is not null, false) as digest,
         p.answers_refused_at is null as answers,
         case when p.undeliverable_email = u.email then p.undeliverable_at end as undeliverable_since
    from users u left join mail_preferences p on p.user_id = u.id where u.id = $1`;

/** Keeps the instant of an earlier decision that says the same. Values: user id, now, advertising, digest, changed by, answers; null: as before. */
export const decide = statement("mail-preferences.decide", { user_id: int })`
  insert into mail_preferences as p (user_id, refused_at, digest_since, changed_by, changed_at, answers_refused_at)
  select u.id, case when not $3::boolean then $2::timestamptz end, case when $4::boolean then $2::timestamptz end, $5, $2,
         case when not $6::boolean then $2::timestamptz end
    from users u where u.id = $1 and u.closed_at is null
  on conflict (user_id) do update
     set refused_at = case when not $3 then coalesce(p.refused_at, $2) end,
         digest_since = case when $4 then coalesce(p.digest_since, $2) end,
         answers_refused_at = case when $6 is null then p.answers_refused_at when not $6 then coalesce(p.answers_refused_at, $2) end,
         changed_by = $5, changed_at = $2
  returning user_id`;
