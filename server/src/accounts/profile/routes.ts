import { randomBytes } from "node:crypto";
import { contract } from "@manabiya/contract";
import { canWatch, isStaff, trialDaysLeft } from "@manabiya/contract/rules/can-watch.ts";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../http/app-context.ts";
import { endSessions, setPassword } from "../passwords/new-password.ts";
import { confirmPassword } from "../passwords/confirm-password.ts";
import { hashPassword, passwordWeakness } from "../passwords/password.ts";
import { queueVerification } from "../email-verification/queries.ts";
import type { CurrentUser } from "../sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import { AppError, notFound, validationError } from "../../http/app-error.ts";
import { emailChangedMail, passwordChangedMail } from "../../mail/emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { endOwnSession, listSessions } from "./account-sessions.ts";
import { confirmOwner, type OwnerProof, withCode } from "../second-factor/confirm-owner.ts";
import { leave } from "../../billing/cancel.ts";
import { syncEmailAddress } from "../../billing/provider/customers.ts";
import { withProviderErrors } from "../../billing/provider/provider.ts";
import { closeAccount, refuseLastAdministrator } from "./close-account.ts";
import { exportMember } from "./export.ts";
import { countEmailChange, countExport } from "./limits.ts";
import { loginAge, updateProfile } from "./queries.ts";

/** Milliseconds for which a login counts as the member being there. */
const RECENT_LOGIN = 15 * 60 * 1000;

export function profileRoutes(parts: AppContext): void {
  const { app, db, site, wakeMailSender, billing, requireStaffSecondFactor, now } = parts;
  const needsSecondFactor = (currentUser: CurrentUser) =>
    requireStaffSecondFactor && isStaff(currentUser) && !currentUser.has_second_factor;

  app.route({
    ...contract.profile.get,
    handler: async ({ currentUser }) => ({
      ...currentUser,
      needs_second_factor: needsSecondFactor(currentUser),
      can_watch: canWatch(currentUser, now()),
      trial_days_left: trialDaysLeft(currentUser, now()),
    }),
  });

  app.route({
    ...contract.profile.update,
    handler: async (request) => {
      const { currentUser, body } = request;
      const { username, email, current_password: password, code } = body;
      const change = async (tx: Database) => {
        const before = await updateProfile(tx, { userId: currentUser.id, username, email }, now());
        if (before === email) return;
        await queueMail(tx, emailChangedMail(site, { recipient: before, now: now() }), now());
        await queueVerification(tx, site, { userId: currentUser.id, email }, now());
      };
      if (email === currentUser.email) await db.transaction(change);
      else {
        await countEmailChange(db, currentUser.id, now());
        const given = { password, code, field: "current_password", wrong: WRONG_CURRENT };
        await askAgain(request, given, "メールアドレスの変更には、現在の", change);
      }
      wakeMailSender();
      // Without waiting: a card provider that is away keeps nobody from their profile, and hears of it later.
      if (email !== currentUser.email) void syncEmailAddress(billing, currentUser.id);
      return { message: "プロフィールを更新しました。" };
    },
  });

  /**
   * A login may be hours old and somebody else at the screen. @param what begins the sentence that asks
   * @param work runs in a transaction when it is the owner
   */
  async function askAgain<T>(
    request: FastifyRequest,
    given: Omit<OwnerProof, "password"> & { password: string | undefined },
    what: string,
    work: (tx: Database) => Promise<T>,
  ): Promise<T> {
    const { currentUser } = request;
    if ((await loginAge(db, currentUser.session_id, now())) <= RECENT_LOGIN) return db.transaction(work);
    const { password, ...rest } = given;
    if (password === undefined) {
      const asked = currentUser.has_second_factor ? "パスワードと確認コード" : "パスワード";
      throw new AppError(403, "password_required", `${what}${asked}の入力が必要です。`);
    }
    return confirmOwner(parts, request, { password, ...rest }, work);
  }

  app.route({
    ...contract.profile.changePassword,
    handler: async (request) => {
      const { currentUser, body } = request;
      const replaces = await confirmPassword(db, request, body.old_password, now());
      if (replaces === null) throw validationError({ old_password: [WRONG_CURRENT] });
      const weakness = passwordWeakness(body.new_password, currentUser);
      if (weakness !== null) throw validationError({ new_password: [weakness] });
      const passwordHash = await hashPassword(body.new_password);
      const change = {
        userId: currentUser.id,
        passwordHash,
        replaces,
        storedSession: currentUser.session_id,
      };
      await withCode(parts, request, body.code, async (tx) => {
        if (!(await setPassword(tx, change, now()))) throw validationError({ old_password: [WRONG_CURRENT] });
        await queueMail(tx, passwordChangedMail(site, { recipient: currentUser.email, now: now() }), now());
      });
      wakeMailSender();
      return { message: "パスワードを変更しました。ほかの端末はログアウトされました。" };
    },
  });

  app.route({
    ...contract.profile.sessions,
    handler: ({ currentUser }) => listSessions(db, currentUser, now()),
  });

  app.route({
    ...contract.profile.endSession,
    handler: async (request) => {
      const { currentUser, params, body } = request;
      const given = { password: body?.password, code: body?.code };
      await askAgain(request, given, TO_END_SESSIONS, async (tx) => {
        const ended = await endOwnSession(tx, { id: params.id, userId: currentUser.id }, now());
        if (!ended) throw notFound("ログイン中の端末");
      });
      return { message: "端末をログアウトしました。" };
    },
  });

  app.route({
    ...contract.profile.endOtherSessions,
    handler: async (request) => {
      const { currentUser, body } = request;
      const given = { password: body?.password, code: body?.code };
      await askAgain(request, given, TO_END_SESSIONS, (tx) =>
        endSessions(tx, currentUser.id, currentUser.session_id, now()),
      );
      return { message: "ほかの端末をすべてログアウトしました。" };
    },
  });

  app.route({
    ...contract.profile.export,
    handler: async ({ currentUser }, reply) => {
      await countExport(db, currentUser.id, now());
      reply.header("content-disposition", 'attachment; filename="account-data.json"');
      return exportMember(db, currentUser);
    },
  });

  app.route({
    ...contract.profile.remove,
    handler: async (request) => {
      const { password, code } = request.body;
      // Who has to stay keeps what was paid for, and the code.
      await refuseLastAdministrator(db, request.currentUser);
      // Used up before the card provider is asked: what it ends cannot be taken back.
      const verifiedHash = await confirmOwner(parts, request, { password, code }, async (_, hash) => hash);
      const unusableHash = await hashPassword(randomBytes(32).toString("base64url"));
      const closing = { currentUser: request.currentUser, verifiedHash, unusableHash };
      const close = () => db.transaction((tx) => closeAccount(tx, closing, now()));
      const isClosed = await withProviderErrors(NOT_CLOSED, () =>
        leave(billing, request.currentUser.id, close),
      );
      if (!isClosed) throw validationError({ password: ["パスワードが正しくありません。"] });
      void syncEmailAddress(billing, request.currentUser.id);
      return { message: "退会のお手続きが完了しました。ご利用ありがとうございました。" };
    },
  });
}

const NOT_CLOSED = "退会の手続きに失敗しました。もう一度お試しください。";
const TO_END_SESSIONS = "端末をログアウトさせるには、";
const WRONG_CURRENT = "現在のパスワードが正しくありません。";
