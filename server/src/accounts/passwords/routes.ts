import { setTimeout as pause } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import type { AccountsContext } from "../context.ts";
import { recordChange } from "../../audit/record.ts";
import { AppError, validationError } from "../../errors/app-error.ts";
import { secondFactorMail } from "../../mail/account-emails.ts";
import { passwordChangedMail } from "../../mail/emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { identifyClient } from "../login/known-client.ts";
import { clearHits, countHit } from "../../limits/rate-limiter.ts";
import { removeKeysOf } from "../sessions/api-keys.ts";
import { verifyByReset } from "./first-verification.ts";
import { setPassword } from "./new-password.ts";
import { hashPassword, passwordWeakness } from "./password.ts";
import { findPasswordReset, isUsedReset, queuePasswordReset, usePasswordReset } from "./password-resets.ts";

/**
 * Milliseconds that every answer takes at least. The statements are the same for every address, but a row that is
 * written takes a little longer than none.
 */
const ANSWER_AFTER = 100;

export function passwordResetRoutes(context: AccountsContext): void {
  const { app, db, site, wakeMailSender, now } = context;
  app.answer(contract.auth.requestPasswordReset, async (request) => {
    const { email, next } = request.body;
    const client = await identifyClient(context, request, email);
    await countHit(db, "passwordReset", { account: email, ...client }, now());
    const work = db.transaction((tx) => queuePasswordReset(tx, site, { email, next, client }, now()));
    await Promise.all([work, pause(ANSWER_AFTER)]);
    wakeMailSender();
    return { message: "ご登録いただいているメールアドレスの場合は、パスワード再設定用のメールをお送りしました。" };
  });

  app.answer(contract.auth.confirmPasswordReset, async (request) => {
    const { token, new_password } = request.body;
    const account = await findPasswordReset(db, token, now());
    if (account === null)
      throw (await isUsedReset(db, token))
        ? new AppError(
            400,
            "invalid_link",
            "このリンクは使用済みです。設定したパスワードでログインしてください。ログインできないときは、もう一度メールをお受け取りください。",
          )
        : invalidLink();
    const client = await identifyClient(context, request, account.email);
    const weakness = await passwordWeakness(new_password, account);
    if (weakness !== null) throw validationError({ new_password: [weakness] });
    const passwordHash = await hashPassword(new_password);
    await db.transaction(async (tx) => {
      const { id: userId, email: recipient } = account;
      if (!(await usePasswordReset(tx, { userId, token }, now()))) throw invalidLink();
      const lostSecondFactor = await verifyByReset(tx, userId, now());
      await setPassword(tx, { userId, passwordHash, replaces: null, exceptSession: null }, now());
      // Somebody who knew the old password may have made keys.
      const keys = await removeKeysOf(tx, [userId]);
      for (const { id, ...before } of keys)
        await recordChange(tx, { by: userId, action: "api_key.delete", id, before }, now());
      const { network } = client;
      const mail = passwordChangedMail(site, { recipient, now: now(), endsKeys: keys.length > 0 });
      await queueMail(tx, mail, { network }, now());
      if (lostSecondFactor) {
        await queueMail(tx, secondFactorMail(site, { recipient, change: "off", now: now() }), { network }, now());
      }
      // An owner who guessed the forgotten password too often can log in at once.
      await clearHits(tx, "wrongPassword", { account: recipient, ...client });
    });
    wakeMailSender();
    return { success: true, message: "パスワードを変更しました。新しいパスワードでログインしてください。" };
  });
}

function invalidLink(): AppError {
  return new AppError(400, "invalid_link", "リンクが無効か、有効期限が切れています。もう一度お手続きください。");
}
