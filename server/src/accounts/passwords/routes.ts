import { setTimeout as pause } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { AppError, validationError } from "../../http/app-error.ts";
import { secondFactorMail } from "../../mail/account-emails.ts";
import { passwordChangedMail, passwordResetMail } from "../../mail/emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { clearGuesses } from "../login/login-limits.ts";
import { verifyByReset } from "./first-verification.ts";
import { setPassword } from "./new-password.ts";
import { hashPassword, passwordWeakness } from "./password.ts";
import {
  countResetRequest,
  createPasswordReset,
  findPasswordReset,
  RESET_MINUTES,
  usePasswordReset,
} from "./password-resets.ts";

/**
 * Milliseconds that every answer takes at least. The statements are the same for every address, but a row that is
 * written takes a little longer than none.
 */
const ANSWER_AFTER = 100;

export function passwordResetRoutes({ app, db, site, wakeMailSender, now }: AppContext): void {
  app.route({
    ...contract.auth.requestPasswordReset,
    handler: async (request) => {
      await countResetRequest(db, request.ip, now());
      const work = db.transaction(async (tx) => {
        const reset = await createPasswordReset(tx, request.body.email, now());
        await queueMail(tx, passwordResetMail(site, { ...reset, minutes: RESET_MINUTES }), now());
      });
      await Promise.all([work, pause(ANSWER_AFTER)]);
      wakeMailSender();
      return { message: "ご登録いただいているメールアドレスの場合は、パスワード再設定用のメールをお送りしました。" };
    },
  });

  app.route({
    ...contract.auth.confirmPasswordReset,
    handler: async (request) => {
      const { token, new_password } = request.body;
      const account = await findPasswordReset(db, token, now());
      if (account === null) throw invalidLink();
      const weakness = passwordWeakness(new_password, account);
      if (weakness !== null) throw validationError({ new_password: [weakness] });
      const passwordHash = await hashPassword(new_password);
      await db.transaction(async (tx) => {
        const { id: userId, email: recipient } = account;
        if (!(await usePasswordReset(tx, { userId, token }, now()))) throw invalidLink();
        const lostSecondFactor = await verifyByReset(tx, userId, now());
        await setPassword(tx, { userId, passwordHash, replaces: null, exceptSession: null }, now());
        await queueMail(tx, passwordChangedMail(site, { recipient, now: now() }), now());
        if (lostSecondFactor) {
          await queueMail(tx, secondFactorMail(site, { recipient, change: "off", now: now() }), now());
        }
        // An owner who guessed the forgotten password too often can log in at once.
        await clearGuesses(tx, { email: recipient, address: request.ip });
      });
      wakeMailSender();
      return { success: true, message: "パスワードを変更しました。新しいパスワードでログインしてください。" };
    },
  });
}

function invalidLink(): AppError {
  return new AppError(400, "invalid_link", "リンクが無効か、有効期限が切れています。もう一度お手続きください。");
}
