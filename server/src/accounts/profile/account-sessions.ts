import type { AccountSession } from "@manabiya/contract/accounts/profile.ts";
import type { CurrentUser } from "../sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import { bool, instant, text, uuid } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

const list = statement(
  "profile.list-sessions",
  { id: uuid, created_at: instant, last_used_at: instant, address: text, user_agent: text, is_current: bool },
  `select id, created_at, last_used_at, address, user_agent, id = $2 as is_current
     from sessions
    where user_id = $1 and revoked_at is null and expires_at > $3
    order by is_current desc, last_used_at desc, id`,
);

const end = statement(
  "profile.end-session",
  { id: uuid },
  `update sessions set revoked_at = $3
    where id = $1 and user_id = $2 and revoked_at is null and expires_at > $3
   returning id`,
);

/** The member's live sessions: this one first, then the last used. */
export function listSessions(db: Database, currentUser: CurrentUser, now: number): Promise<AccountSession[]> {
  return list(db, [currentUser.id, currentUser.session_id, new Date(now).toISOString()]);
}

/** @returns false when the member has no such session */
export async function endOwnSession(
  db: Database,
  given: { id: string; userId: number },
  now: number,
): Promise<boolean> {
  return (await end(db, [given.id, given.userId, new Date(now).toISOString()])).length > 0;
}
