import { recordChange } from "../../audit/record.ts";
import { endSessions } from "../../accounts/passwords/new-password.ts";
import type { Database } from "../../db/open.ts";
import { AppError, notFound } from "../../http/app-error.ts";
import { endOfDay } from "./last-day.ts";
import * as queries from "./queries.ts";

/** A superuser's act on a member. `now`: milliseconds since 1970. */
interface Act {
  by: number;
  id: number;
  reason: string;
  now: number;
}

/** Lets the member watch until the end of a day, given as "2026-12-31". @throws 404, 400 */
export async function grantAccess(tx: Database, until: string, act: Act): Promise<void> {
  const { by, id, reason, now } = act;
  const member = await lock(tx, act);
  const access_granted_until = endOfDay(until, now);
  if (member.access_granted_until === access_granted_until) return;
  await queries.setGrantedAccess(tx, [id, access_granted_until]);
  const before = { access_granted_until: member.access_granted_until };
  const change = { by, id, reason, before, after: { access_granted_until } };
  await recordChange(tx, { action: "member.grant_access", ...change }, now);
}

/** Ends what was granted by hand, and a trial. @throws 404, 400 when there is nothing that can be ended here */
export async function endAccess(tx: Database, act: Act): Promise<void> {
  const { by, id, reason, now } = act;
  const member = await lock(tx, act);
  const { subscription_status, access_granted_until } = member;
  const isTrial = subscription_status === "trial";
  if (access_granted_until === null && !isTrial) throw nothingToEnd(subscription_status === "active");
  await queries.setGrantedAccess(tx, [id, null]);
  await queries.endTrial(tx, [id]);
  const before = { subscription_status, access_granted_until };
  const after = {
    subscription_status: isTrial ? "inactive" : subscription_status,
    access_granted_until: null,
  };
  await recordChange(tx, { by, action: "member.end_access", id, before, after, reason }, now);
}

/** Makes a member staff, or takes that back. @throws 404, 400 for oneself */
export async function setStaff(tx: Database, is_staff: boolean, act: Act): Promise<void> {
  const { by, id, reason, now } = act;
  refuseOneself(act, "自分自身のスタッフ権限は変更できません。");
  const member = await lock(tx, act);
  if (member.is_staff === is_staff) return;
  await queries.setStaff(tx, [id, is_staff]);
  const action = is_staff ? "member.make_staff" : "member.remove_staff";
  const values = { before: { is_staff: member.is_staff }, after: { is_staff } };
  await recordChange(tx, { by, action, id, reason, ...values }, now);
}

/** Ends all logins of a member. @throws 404, 400 for oneself */
export async function endMemberSessions(tx: Database, act: Act): Promise<void> {
  const { by, id, reason, now } = act;
  refuseOneself(act, "自分自身の端末は、プロフィールからログアウトさせてください。");
  await lock(tx, act);
  const sessions = await queries.listSessions(tx, [id, new Date(now).toISOString()]);
  await endSessions(tx, id, null, now);
  const before = { sessions: sessions.length };
  await recordChange(tx, { by, action: "member.end_sessions", id, before, reason }, now);
}

async function lock(tx: Database, { id, now }: Act): Promise<queries.MemberRow> {
  const [member] = await queries.lockMember(tx, [new Date(now).toISOString(), id]);
  if (!member) throw notFound("会員");
  if (member.closed_at !== null) {
    throw new AppError(400, "account_closed", "退会した会員の情報は変更できません。");
  }
  return member;
}

function refuseOneself({ by, id }: Act, message: string): void {
  if (by === id) throw new AppError(400, "oneself", message);
}

function nothingToEnd(isPaying: boolean): AppError {
  return isPaying
    ? new AppError(400, "paid_subscription", "有料プランの契約は、決済サービス側で解約してください。")
    : new AppError(400, "no_access", "終了できる視聴権はありません。");
}
