import { bool, command, instant, int, statement, text } from "../../db/statement.ts";
import { Colleague } from "@manabiya/contract/staff/colleagues.ts";
import { columnsOf } from "../../db/columns-of.ts";

/** Superusers first. Values: now. */
export const listColleagues = statement("admin-colleagues.list", columnsOf(Colleague))`
  select u.id, u.username, u.email, u.is_superuser, u.is_superuser or u.may_see_members as may_see_members,
         u.is_superuser or u.may_see_money as may_see_money, u.must_have_second_factor, u.suspended_at,
         exists (select from second_factors f where f.user_id = u.id and f.enabled_at is not null) as has_second_factor,
         (select max(s.last_used_at) from sessions s
           where s.user_id = u.id and s.revoked_at is null and s.expires_at > $1) as last_used_at
    from users u
   where (u.is_staff or u.is_superuser) and u.closed_at is null
   order by u.is_superuser desc, u.id`;

const invitationColumns = { id: int, email: text, may_see_members: bool, may_see_money: bool, expires_at: instant };

/** Open ones, the newest first. Values: now. */
export const listInvitations = statement("admin-colleagues.invitations", invitationColumns)`
  select id, email, may_see_members, may_see_money, expires_at from staff_invitations
   where expires_at > $1 order by created_at desc, id desc`;

/** Values: email. */
export const findStaffByEmail = statement("admin-colleagues.by-email", { id: int })`
  select id from users where email = $1 and (is_staff or is_superuser) and closed_at is null`;

/** Replaces an earlier invitation of the address. Values: email, token hash, members, money, inviter, now, expires at. */
export const saveInvitation = statement("admin-colleagues.invite", invitationColumns)`
  insert into staff_invitations (email, token_hash, may_see_members, may_see_money, user_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (email) do update
     set token_hash = excluded.token_hash, may_see_members = excluded.may_see_members,
         may_see_money = excluded.may_see_money, user_id = excluded.user_id, created_at = excluded.created_at,
         expires_at = excluded.expires_at
  returning id, email, may_see_members, may_see_money, expires_at`;

/** Values: id. */
export const lockInvitation = statement("admin-colleagues.lock-invitation", invitationColumns)`
  select id, email, may_see_members, may_see_money, expires_at from staff_invitations where id = $1 for update`;

/** Values: id. */
export const removeInvitation = command("admin-colleagues.remove-invitation")`
  delete from staff_invitations where id = $1`;

/** Those that the account sent, and those to its address, which would give the rights back. Values: user id. */
export const removeInvitationsOf = command("admin-colleagues.remove-invitations-of")`
  delete from staff_invitations where user_id = $1 or email = (select email from users where id = $1)`;
