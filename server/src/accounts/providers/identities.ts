import { command, type Database, int, statement, text } from "../../db/statement.ts";
import { accountColumns, accountWith, lockAccount } from "../login/accounts.ts";
import { INVALIDATED } from "../passwords/password.ts";

/** Values: issuer, subject. The address at the provider decides nothing, so that it may change. */
export const findByIdentity = statement("login-identities.find", accountColumns)`
  ${accountWith("u.id = (select user_id from login_identities where issuer = $1 and subject = $2)")}`;

/** Values: user id. */
export const listIdentities = statement("login-identities.list", { issuer: text })`
  select issuer from login_identities where user_id = $1`;

const insert = statement("login-identities.insert", { user_id: int })`
  insert into login_identities (issuer, subject, user_id, connected_at) values ($1, $2, $3, $4)
  on conflict do nothing
  returning user_id`;

/** Refuses to remove the last way to log in: a password, or another of the providers. Values: user id, issuer, issuers. */
export const removeIdentity = statement("login-identities.remove", { user_id: int })`
  delete from login_identities l
   using users u
   where l.user_id = $1 and l.issuer = $2 and u.id = l.user_id
     and (u.password_hash not like '${INVALIDATED}%'
          or exists (select from login_identities o
                      where o.user_id = $1 and o.issuer <> $2 and o.issuer = any($3::text[])))
  returning l.user_id`;

/** Also of logins that wait for their code. Values: user id, the provider's name, the session that stays, now. */
export const endProviderSessions = command("login-identities.end-sessions")`
  with removed as (delete from login_tickets where user_id = $1 and provider = $2)
  update sessions set revoked_at = $4 where user_id = $1 and provider = $2 and id <> $3 and revoked_at is null`;

/**
 * `tx` must be a transaction.
 * @returns false if the provider's account belongs to an account already, or this account has another one of the provider
 */
export async function connectIdentity(
  tx: Database,
  userId: number,
  { issuer, subject }: { issuer: string; subject: string },
  now: number,
): Promise<boolean> {
  await lockAccount(tx, [userId]);
  return (await insert(tx, [issuer, subject, userId, new Date(now).toISOString()])).length > 0;
}
