import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import { GRANT_DAYS_MAX } from "@manabiya/contract/staff/members.ts";
import { rightsToEndAccess, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { lockStaff, requireRights } from "../../accounts/administrators.ts";
import { endSessions } from "../../accounts/passwords/new-password.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { StaffContext } from "../context.ts";
import type { Database } from "../../db/open.ts";
import { AppError, missingRight, validationError } from "../../errors/app-error.ts";
import { endPower } from "../colleagues/end-power.ts";
import { deleteRecord, editRecord, type RecordTarget } from "../edit-record.ts";
import * as queries from "./queries.ts";

type Context = Pick<StaffContext, "db" | "catalogue" | "now">;
type Editable =
  | "access_granted_until"
  | "subscription_status"
  | "is_staff"
  | "is_superuser"
  | "may_see_members"
  | "may_see_money"
  | "must_have_second_factor"
  | "suspended_at"
  | "questions_blocked_at";
type EditableFields = Partial<Pick<queries.MemberRow, Editable>>;

/** The switches of a member without rights. */
const NO_SWITCHES = { may_see_members: false, may_see_money: false, must_have_second_factor: false };

export const NO_RIGHTS = { is_staff: false, is_superuser: false, ...NO_SWITCHES };

export interface MemberChange {
  by: Pick<CurrentUser, "id" | "is_superuser">;
  /** The member's id. */
  id: number;
  reason: string;
}

/** Lets the member watch until the end of a day, such as "2026-12-31". @throws 404, 403, 400 */
export function grantAccess(context: Context, change: MemberChange, until: string): Promise<void> {
  const desired = () => ({ access_granted_until: endOfDay(until, context.now()) });
  return editMember(context, change, "member.grant_access", desired, { rights: rightsToShorten });
}

/** Ends granted access and a trial. @throws 404, 403, 400 when the member has neither */
export const endAccess = (context: Context, change: MemberChange) =>
  editMember(
    context,
    change,
    "member.end_access",
    ({ subscription_status, access_granted_until }) => {
      const isTrial = subscription_status === "trial";
      if (access_granted_until === null && !isTrial) throw noAccessToEnd(subscription_status === "active");
      return { subscription_status: isTrial ? "inactive" : subscription_status, access_granted_until: null };
    },
    { rights: rightsToShorten },
  );

/** A later end takes nothing away. */
function rightsToShorten(before: queries.MemberRow, { access_granted_until }: EditableFields): StaffAccess[] {
  const isLater = Date.parse(access_granted_until ?? "") >= Date.parse(before.access_granted_until ?? "");
  return isLater ? [] : rightsToEndAccess(before);
}

/** Removing staff removes the rights of a superuser too, and ends all sessions. @throws 404, 403, 400 for oneself */
export function setStaff(context: Context, change: MemberChange, is_staff: boolean): Promise<void> {
  rejectOneself(change, "自分自身のスタッフ権限は変更できません。");
  // The caller stays a superuser, so one always remains.
  if (is_staff) return editMember(context, change, "member.make_staff", newRights, { bySuperuser: true });
  return editMember(context, change, "member.remove_staff", () => NO_RIGHTS, {
    bySuperuser: true,
    endsPower: () => true,
  });
}

/** New staff manage content only. @throws 400 while the address may be another person's */
function newRights(member: queries.MemberRow): EditableFields {
  if (isStaff(member)) return { is_staff: true };
  if (member.email_verified_at === null) {
    const message =
      "メールアドレスの確認が済んでいないため、スタッフにできません。「スタッフ管理」から招待してください。";
    throw new AppError(400, "email_unverified", message);
  }
  return { is_staff: true, ...NO_SWITCHES };
}

/**
 * A suspended member cannot log in or watch, and all sessions end. The subscription runs on: its end is a decision of
 * its own. @throws 404, 400 for oneself and for staff, who have a screen of their own
 */
export function setSuspended(context: Context, change: MemberChange, isSuspended: boolean): Promise<void> {
  rejectOneself(change, "自分自身の利用は停止できません。");
  return suspend(context, change, isSuspended, { refuse: refuseAnyStaff });
}

function refuseAnyStaff(member: queries.MemberRow): void {
  if (isStaff(member)) {
    throw new AppError(400, "staff_account", "スタッフのアカウントです。先にスタッフから外してください。");
  }
}

interface Suspension extends Pick<Terms, "bySuperuser"> {
  /** Throws for an account that the caller's screen does not suspend. */
  refuse: (member: queries.MemberRow) => void;
}

export const suspend = (
  context: Context,
  change: MemberChange,
  isSuspended: boolean,
  { refuse, ...terms }: Suspension,
) =>
  editMember(
    context,
    change,
    isSuspended ? "member.suspend" : "member.resume",
    (member) => {
      refuse(member);
      return { suspended_at: isSuspended ? (member.suspended_at ?? isoTime(context)) : null };
    },
    { ...terms, endsPower: () => true },
  );

/** The member asks no more questions; those that were asked stay. @throws 404 */
export function setBlocked(context: Context, change: MemberChange, isBlocked: boolean): Promise<void> {
  const action = isBlocked ? "member.block_questions" : "member.allow_questions";
  return editMember(context, change, action, ({ questions_blocked_at: since }) => ({
    questions_blocked_at: isBlocked ? (since ?? isoTime(context)) : null,
  }));
}

/** Two superusers may remove each other concurrently: the later one finds that the rights are gone. @throws 403 */
export async function requireSuperuser(tx: Database, id: number): Promise<void> {
  requireRights(await lockStaff(tx), id, ["superuser"]);
}

/** Ends all sessions of a member. @throws 404, 400 for oneself */
export async function endMemberSessions(context: Context, change: MemberChange): Promise<void> {
  const { id, by, reason } = change;
  rejectOneself(change, "自分自身の端末からのログアウトは、設定で行ってください。");
  const { lock, label } = target(context, change);
  await deleteRecord(context, {
    label,
    lock: async (tx) => {
      const members = await lock(tx);
      const sessions = await queries.listSessions(tx, [id, isoTime(context)]);
      return members.map(() => ({ id, sessions: sessions.length }));
    },
    audit: { by: by.id, reason, action: "member.end_sessions" },
    remove: (tx) => endSessions(tx, id, null, context.now()),
    logged: ({ sessions }) => ({ sessions }),
  });
}

interface Terms {
  /** The caller must still be a superuser: checked before the member is locked. */
  bySuperuser?: boolean;
  /** The caller must still hold them. */
  rights?: (before: queries.MemberRow, fields: EditableFields) => StaffAccess[];
  /** Whether the change ends what the account has opened (colleagues/end-power.ts). */
  endsPower?: (before: queries.MemberRow) => boolean;
}

export async function editMember(
  context: Context,
  change: MemberChange,
  action: `member.${string}`,
  desired: (member: queries.MemberRow) => EditableFields,
  { bySuperuser = false, rights, endsPower }: Terms = {},
): Promise<void> {
  const { id, by, reason } = change;
  const { label, lock } = target(context, change);
  let colleagues: Awaited<ReturnType<typeof lockStaff>> = [];
  await editRecord<queries.MemberRow, EditableFields>(context, {
    label,
    lock: async (tx) => {
      if (bySuperuser) await requireSuperuser(tx, by.id);
      if (rights) colleagues = await lockStaff(tx);
      return lock(tx);
    },
    audit: { by: by.id, reason, action },
    desired: (member) => {
      const fields = desired(member);
      if (rights) requireRights(colleagues, by.id, rights(member, fields));
      return fields;
    },
    write: async (tx, before, fields) => {
      const rows = await queries.updateMember(tx, [isoTime(context), id, fields]);
      if (endsPower?.(before)) await endPower(tx, id, context.now());
      return rows;
    },
  });
}

function target(context: Context, change: MemberChange): RecordTarget<queries.MemberRow> {
  return { label: "会員", lock: (tx) => lockMemberFor(tx, context, change) };
}

/**
 * Only superusers change accounts of staff: otherwise the rights to members and money would be power over colleagues.
 * @throws 403
 */
export function refuseStaff(by: MemberChange["by"], member: queries.MemberRow): void {
  if (!by.is_superuser && isStaff(member)) throw missingRight("superuser");
}

/** @throws 403 for staff, 400 for a closed account */
export async function lockMemberFor(
  tx: Database,
  context: Pick<Context, "now">,
  { by, id }: MemberChange,
): Promise<queries.MemberRow[]> {
  const members = await queries.lockMember(tx, [isoTime(context), id]);
  if (members.some(({ closed_at }) => closed_at !== null)) {
    throw new AppError(400, "account_closed", "退会した会員の情報は変更できません。");
  }
  for (const member of members) refuseStaff(by, member);
  return members;
}

const isoTime = ({ now }: Pick<Context, "now">) => new Date(now()).toISOString();

export function rejectOneself({ by, id }: Pick<MemberChange, "by" | "id">, message: string): void {
  if (by.id === id) throw new AppError(400, "oneself", message);
}

function noAccessToEnd(isPaying: boolean): AppError {
  return isPaying
    ? new AppError(400, "paid_subscription", "有料プランの契約は、「契約を終了」で終了してください。")
    : new AppError(400, "no_access", "終了できる視聴権はありません。");
}

/**
 * The end of a day in Japan: "2026-12-31" → "2026-12-31T15:00:00.000Z".
 * @throws validation error on `until` if the end is past or too far away
 */
function endOfDay(date: string, now: number): string {
  const end = Date.parse(`${date}T00:00:00+09:00`) + DAY;
  if (end <= now) throw validationError({ until: ["期限には、今日以降の日付を入力してください。"] });
  if (end > now + (GRANT_DAYS_MAX + 1) * DAY) {
    throw validationError({ until: ["期限は10年以内の日付を入力してください。"] });
  }
  return new Date(end).toISOString();
}
