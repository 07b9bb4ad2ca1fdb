import { contract } from "@manabiya/contract";
import { type Database, statement, uuid } from "../../db/statement.ts";
import { notFound } from "../../errors/app-error.ts";
import type { AccountsContext } from "../context.ts";
import { endSessions } from "../passwords/new-password.ts";
import { confirmUnlessRecent } from "../second-factor/confirm-owner.ts";
import { AccountSession } from "@manabiya/contract/accounts/profile.ts";
import { columnsOf } from "../../db/columns-of.ts";

const TO_END_SESSIONS = "端末からログアウトするには、";

/** Live sessions: the current one first, then the last used. Values: user id, current session, now. */
const list = statement("profile.list-sessions", { ...columnsOf(AccountSession), id: uuid })`
  select id, created_at, last_used_at, address, user_agent, provider, id = $2 as is_current
    from sessions
   where user_id = $1 and revoked_at is null and expires_at > $3
   order by is_current desc, last_used_at desc, id`;

const end = statement("profile.end-session", { id: uuid })`
  update sessions set revoked_at = $3
   where id = $1 and user_id = $2 and revoked_at is null and expires_at > $3
  returning id`;

export function accountSessionRoutes(context: AccountsContext): void {
  const { app, db, now } = context;
  const at = () => new Date(now()).toISOString();

  app.answer(contract.profile.sessions, ({ currentUser: { id, session_id } }) => list(db, [id, session_id, at()]));

  app.answer(contract.profile.endSession, async (request) => {
    const { currentUser, params, body } = request;
    const given = { password: body?.password, code: body?.code };
    const work = async (tx: Database) => {
      const ended = await end(tx, [params.id, currentUser.id, at()]);
      if (ended.length === 0) throw notFound("ログイン中の端末");
    };
    await confirmUnlessRecent(context, request, given, { toDo: TO_END_SESSIONS, work });
    return { message: "端末からログアウトしました。" };
  });

  app.answer(contract.profile.endOtherSessions, async (request) => {
    const { currentUser, body } = request;
    const given = { password: body?.password, code: body?.code };
    const work = (tx: Database) => endSessions(tx, currentUser.id, currentUser.session_id, now());
    await confirmUnlessRecent(context, request, given, { toDo: TO_END_SESSIONS, work });
    return { message: "ほかのすべての端末からログアウトしました。" };
  });
}
