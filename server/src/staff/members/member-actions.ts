import { randomUUID } from "node:crypto";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { rightsToChangeEmail, rightsToClose, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { lockStaff, requireRights } from "../../accounts/administrators.ts";
import { queueVerification } from "../../accounts/email-verification.ts";
import { invalidatePassword } from "../../accounts/passwords/new-password.ts";
import { queuePasswordReset } from "../../accounts/passwords/password-resets.ts";
import { closeWithBilling } from "../../personal-data/close-with-billing.ts";
import { exportMember } from "../../personal-data/export.ts";
import { secondFactorSince } from "../../accounts/second-factor/queries.ts";
import { updateProfile } from "../../accounts/profile/queries.ts";
import { recordChange } from "../../audit/record.ts";
import { cancelSubscription, endSubscriptionNow } from "../../billing/cancel.ts";
import { syncEmailAddress } from "../../billing/provider/customers.ts";
import { withProviderErrors } from "../../billing/provider/provider.ts";
import { type Database, statement, text } from "../../db/statement.ts";
import type { StaffContext } from "../context.ts";
import { AppError, missingRight, notFound, only, tooManyRequests } from "../../errors/app-error.ts";
import { emailChangedMail } from "../../mail/emails.ts";
import { revokeCertificate } from "../../lists/certificates/queries.ts";
import { queueMail } from "../../mail/outbox.ts";
import { findUndeliverable, markDeliverable, requireDeliverable } from "../../mail/undeliverable.ts";
import { lockMemberFor, type MemberChange, rejectOneself } from "./edit-member.ts";
import { endPower } from "../colleagues/end-power.ts";
import type { MemberRow } from "./queries.ts";

/** `network`: the network of the staff member, by which mails are limited. */
type FromNetwork = MemberChange & { network: string };

const passwordHash = statement("admin-members.password-hash", { password_hash: text })`
  select password_hash from users where id = $1`;

/** Sends another link to an address that is not verified. @throws 404, 400, 429 */
export async function sendVerification(context: StaffContext, change: FromNetwork): Promise<void> {
  await withMember(context, change, async (tx, { id: userId, email, email_verified_at }) => {
    if (email_verified_at !== null) throw new AppError(400, "verified", "メールアドレスは確認済みです。");
    await requireDeliverable(tx, userId);
    const { network } = change;
    requireQueued(await queueVerification(tx, context.site, { userId, email, network }, context.now()));
    await log(context, tx, change, "member.send_verification");
  });
  context.wakeMailSender();
}

/** @throws 404, 400, 429 */
export async function sendPasswordReset(context: StaffContext, change: FromNetwork): Promise<void> {
  await withMember(context, change, async (tx, { id, email }) => {
    await requireDeliverable(tx, id);
    // A known network lifts limits, and a staff member's is not the owner's.
    const client = { network: change.network, isKnownNetwork: false };
    requireQueued(await queuePasswordReset(tx, context.site, { email, client, isByStaff: true }, context.now()));
    await log(context, tx, change, "member.send_password_reset");
  });
  context.wakeMailSender();
}

const INVALIDATED = "パスワードを無効にし、すべての端末からログアウトしました。再設定のメールは、";
const NOT_MAILED = `${INVALIDATED}回数の上限に達したため送信していません。しばらくしてから、「パスワード再設定のメールを送る」で送信してください。`;
const NOT_DELIVERABLE = `${INVALIDATED}このメールアドレスには届かないため送信していません。メールアドレスを変更してから、「パスワード再設定のメールを送る」で送信してください。`;

/**
 * Ends a password that somebody else may know, with everything that it opened. The limit of mails, which strangers can use up,
 * holds up nothing but the mail.
 * @throws 404, 403, 400, 429
 */
export async function invalidatePasswordOf(context: StaffContext, change: FromNetwork): Promise<void> {
  rejectOneself(change, "自分自身のパスワードは、プロフィールで変更してください。");
  const { site, now } = context;
  const { wait, isDeliverable } = await withMember(context, change, async (tx, { id, email }) => {
    await invalidatePassword(tx, id);
    await endPower(tx, id, now());
    await log(context, tx, change, "member.invalidate_password");
    const client = { network: change.network, isKnownNetwork: false };
    return {
      wait: await queuePasswordReset(tx, site, { email, client, isByStaff: true }, now()),
      isDeliverable: (await findUndeliverable(tx, [id])).length === 0,
    };
  });
  context.wakeMailSender();
  if (!isDeliverable) throw new AppError(400, "undeliverable", NOT_DELIVERABLE);
  if (wait > 0) throw new AppError(429, "too_many_requests", NOT_MAILED, { retryAfter: wait });
}

/** @throws 404, 400 */
export async function resumeMails(context: StaffContext, change: MemberChange): Promise<void> {
  await withMember(context, change, async (tx, { id, email }) => {
    const resumed = await markDeliverable(tx, [id, email]);
    if (resumed.length === 0)
      throw new AppError(400, "deliverable", "このメールアドレスへのメールは止まっていません。");
    await log(context, tx, change, "member.resume_mails");
  });
}

/**
 * Tells the old address also if it was never verified: staff correct it on the member's word, who may be a stranger.
 * @throws 404, 403, 429, validation error on `email`
 */
export async function changeEmail(context: StaffContext, change: FromNetwork, email: string): Promise<void> {
  const { site, billing, now } = context;
  const { id: userId, network } = change;
  const correct = async (tx: Database, { username, email: recipient, email_verified_at }: MemberRow) => {
    if (email === recipient) return;
    // A reset by the new mailbox turns it off.
    if (!change.by.is_superuser && (await secondFactorSince(tx, userId)) !== null) throw missingRight("superuser");
    await updateProfile(tx, { userId, username, email }, now());
    const notice = { ...emailChangedMail(site, { recipient, now: now() }), userId };
    requireQueued(await queueMail(tx, notice, { network }, now()));
    requireQueued(await queueVerification(tx, site, { userId, email, network }, now()));
    // The log outlives the account, so it holds no address.
    const [before, after] = [{ email_verified_at }, { email_verified_at: null }];
    await log(context, tx, change, "member.change_email", { before, after });
  };
  await withMember(context, change, correct, rightsToChangeEmail);
  context.wakeMailSender();
  // Not awaited, as in the member's own profile: a job tells the card provider later if this fails.
  void syncEmailAddress(billing, userId);
}

/** @throws 404, 400 for a closed account */
export async function revokeCertificateOf(context: StaffContext, change: MemberChange, course: number): Promise<void> {
  await withMember(context, change, async (tx, { id }) => {
    const revoked = await revokeCertificate(tx, [id, course, new Date(context.now()).toISOString()]);
    if (revoked.length === 0) throw notFound("修了証");
    await log(context, tx, change, "member.revoke_certificate", { after: { playlist: course } });
  });
}

/** The parts of an export about payments. */
const PAYMENTS = ["subscription", "checkouts", "plan_changes", "gifts"];

/** Logged before it is read, so that no export lacks its entry. @throws 404, 400 */
export async function exportForMember(
  context: StaffContext,
  change: MemberChange,
  seesMoney: boolean,
): Promise<Record<string, unknown>> {
  const { db, now } = context;
  const member = await withMember(context, change, async (tx, found) => {
    await log(context, tx, change, "member.export");
    return found;
  });
  const data = await exportMember(db, member, new Date(now()).toISOString());
  return seesMoney ? data : Object.fromEntries(Object.entries(data).filter(([part]) => !PAYMENTS.includes(part)));
}

/** @throws 404, 403, 400 for staff and closed accounts, 409 when the account changed meanwhile */
export async function closeForMember(context: StaffContext, change: MemberChange): Promise<void> {
  const refuseColleague = async (_: Database, found: MemberRow) => {
    if (isStaff(found)) {
      throw new AppError(400, "staff_account", "スタッフのアカウントです。先にスタッフから外してください。");
    }
    return found;
  };
  const logEnd = async (tx: Database, found: MemberRow) => {
    if (found.subscription_status === "active") await logCancel(context, tx, change, found, "now");
  };
  const member = await withMember(context, change, refuseColleague, rightsToClose);
  const [account] = await passwordHash(context.db, [change.id]);
  const isClosed = await closeWithBilling(context, {
    currentUser: member,
    verifiedHash: account?.password_hash ?? randomUUID(),
    // Again: a contract may have begun meanwhile.
    begin: () => withMember(context, change, logEnd, rightsToClose),
    also: (tx) => log(context, tx, change, "member.close"),
  });
  if (!isClosed) {
    throw new AppError(409, "account_changed", "会員の情報が変わりました。表示を更新して、もう一度お試しください。");
  }
}

const NOT_CANCELLED = "契約を終了できたか確認できませんでした。表示を更新して確認してください。";

/** Ends the paid plan; the member gets the mails of a 解約. @throws 404, 400, 409 `no_subscription` */
export async function cancelForMember(
  context: StaffContext,
  change: MemberChange,
  when: "period_end" | "now",
): Promise<void> {
  const { billing } = context;
  await withMember(context, change, async () => {});
  const end = when === "now" ? endSubscriptionNow : cancelSubscription;
  const begin = () => withMember(context, change, (tx, member) => logCancel(context, tx, change, member, when));
  await withProviderErrors(NOT_CANCELLED, () => end(billing, change.id, begin));
}

/** Before the provider is called: whatever is lost afterwards, the log has the reason of an ended plan. */
function logCancel(
  context: StaffContext,
  tx: Database,
  change: MemberChange,
  { subscription_status, cancel_at_period_end }: MemberRow,
  when: "period_end" | "now",
): Promise<void> {
  const before = { subscription_status, cancel_at_period_end };
  const after = {
    ...before,
    ...(when === "now" ? { subscription_status: "canceled" } : { cancel_at_period_end: true }),
  };
  return log(context, tx, change, "member.cancel", { before, after });
}

/**
 * Runs `work` in a transaction on the locked member.
 * @param rights the caller must hold them at this moment; for acts that need more than the call itself
 * @throws 404, 403, 400 for a closed account
 */
function withMember<T>(
  context: StaffContext,
  change: MemberChange,
  work: (tx: Database, member: MemberRow) => Promise<T>,
  rights?: (member: MemberRow) => StaffAccess[],
): Promise<T> {
  return context.db.transaction(async (tx) => {
    const colleagues = rights ? await lockStaff(tx) : [];
    const member = only(await lockMemberFor(tx, context, change), "会員");
    if (rights) requireRights(colleagues, change.by.id, rights(member));
    return work(tx, member);
  });
}

async function log(
  { now }: StaffContext,
  tx: Database,
  { by, id, reason }: MemberChange,
  action: `member.${string}`,
  changed: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<void> {
  await recordChange(tx, { by: by.id, id, reason, action, ...changed }, now());
}

/** @param wait seconds after which the address may get another mail @throws 429 */
function requireQueued(wait: number): void {
  if (wait > 0) throw tooManyRequests(wait);
}
