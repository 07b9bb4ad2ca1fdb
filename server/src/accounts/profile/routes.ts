import { contract } from "@manabiya/contract";
import { canWatch, hasComplimentaryAccess, trialDaysLeft } from "@manabiya/contract/rules/can-watch.ts";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import type { AccountsContext } from "../context.ts";
import { setPassword } from "../passwords/new-password.ts";
import { hashPassword, passwordWeakness } from "../passwords/password.ts";
import { queueVerification } from "../email-verification.ts";
import type { CurrentUser } from "../sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import { tooManyRequests, validationError } from "../../errors/app-error.ts";
import { emailChangedMail, passwordChangedMail } from "../../mail/emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { needsSecondFactor } from "../second-factor/required.ts";
import { confirmPassword, confirmUnlessRecent, withCode } from "../second-factor/confirm-owner.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { updateProfile } from "./queries.ts";

export function profileRoutes(context: AccountsContext): void {
  const { app, db, site, wakeMailSender, tellNewAddress, requireStaffSecondFactor, now } = context;
  app.answer(contract.profile.get, async ({ currentUser }) => {
    const shown = presentSubscription(currentUser, now());
    return {
      ...shown,
      may_see_members: hasRight(currentUser, "staff.members"),
      may_see_money: hasRight(currentUser, "staff.money"),
      needs_second_factor: needsSecondFactor(currentUser, requireStaffSecondFactor),
      access_granted_until: hasComplimentaryAccess(currentUser, now()) ? currentUser.access_granted_until : null,
      can_watch: canWatch(currentUser, now()),
      trial_days_left: trialDaysLeft(shown, now()),
    };
  });

  app.answer(contract.profile.update, async (request) => {
    const { currentUser, body } = request;
    const { username, email, current_password: password, code } = body;
    const change = async (tx: Database) => {
      const before = await updateProfile(tx, { userId: currentUser.id, username, email }, now());
      if (before.email === email) return;
      const network = clientNetworkOf(request.ip);
      // Anybody may have typed an unverified address: its mailbox belongs to somebody else perhaps.
      if (before.email_verified_at !== null) {
        const notice = emailChangedMail(site, { recipient: before.email, now: now() });
        await queueMail(tx, { ...notice, userId: currentUser.id }, { network }, now());
      }
      const wait = await queueVerification(tx, site, { userId: currentUser.id, email, network }, now());
      if (wait > 0) throw tooManyRequests(wait);
    };
    if (email === currentUser.email) await db.transaction(change);
    else {
      await countHit(db, "emailChange", { member: currentUser.id }, now());
      const given = { password, code, field: "current_password", wrong: WRONG_CURRENT };
      const toDo = "メールアドレスの変更には、現在の";
      // A reset by the new mailbox turns a second factor off, which takes a code too.
      const isAlways = currentUser.has_second_factor;
      await confirmUnlessRecent(context, request, given, { toDo, work: change, isAlways });
    }
    wakeMailSender();
    if (email !== currentUser.email) tellNewAddress(currentUser.id);
    return { message: "プロフィールを更新しました。" };
  });

  app.answer(contract.profile.changePassword, async (request) => {
    const { currentUser, body } = request;
    const replaces = await confirmPassword(db, request, body.old_password, now());
    if (replaces === null) throw validationError({ old_password: [WRONG_CURRENT] });
    const weakness = await passwordWeakness(body.new_password, currentUser);
    if (weakness !== null) throw validationError({ new_password: [weakness] });
    const passwordHash = await hashPassword(body.new_password);
    const change = { userId: currentUser.id, passwordHash, replaces, exceptSession: currentUser.session_id };
    await withCode(context, request, body.code, async (tx) => {
      if (!(await setPassword(tx, change, now()))) throw validationError({ old_password: [WRONG_CURRENT] });
      const mail = passwordChangedMail(site, { recipient: currentUser.email, now: now() });
      await queueMail(tx, mail, { network: clientNetworkOf(request.ip) }, now());
    });
    wakeMailSender();
    return { message: "パスワードを変更しました。ほかの端末からはログアウトしました。" };
  });
}

/** Complimentary access reads as an active subscription that ends with it. The plan of a contract that has ended is none of it. */
function presentSubscription(user: CurrentUser, now: number): CurrentUser {
  if (user.subscription_status === "active" || !hasComplimentaryAccess(user, now)) return user;
  const end = user.access_granted_until ?? null;
  const ends = { subscription_end_date: end, cancel_at_period_end: true };
  return { ...user, subscription_status: "active", subscription_plan: "none", ...ends };
}

const WRONG_CURRENT = "現在のパスワードが正しくありません。";
