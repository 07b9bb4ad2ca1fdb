import { accountSecurity } from "@manabiya/contract/accounts/account-security.ts";
import type { App } from "../../app.ts";
import { type Limit, takeHit } from "../login/rate-limit.ts";
import { AppError, tooManyRequests } from "../../http/app-error.ts";
import { queueVerification, verifyEmail } from "./queries.ts";

const { emailVerification } = accountSecurity;

/** Mails to one account. */
const MAILS: Limit = { hits: 5, seconds: 60 * 60 };

export function emailVerificationRoutes({ app, db, site, wakeMailSender, now }: App): void {
  app.route({
    ...emailVerification.send,
    handler: async ({ viewer }) => {
      if (viewer.email_verified_at !== null) return { message: "メールアドレスは確認済みです。" };
      const wait = await takeHit(db, `verify-email:${viewer.id}`, MAILS, now());
      if (wait > 0) throw tooManyRequests(wait);
      await db.transaction((tx) =>
        queueVerification(tx, site, { userId: viewer.id, email: viewer.email }, now()),
      );
      wakeMailSender();
      return { message: "確認メールを送りました。メールのリンクを開いてください。" };
    },
  });

  app.route({
    ...emailVerification.confirm,
    handler: async ({ body }) => {
      if (!(await verifyEmail(db, body.token, now()))) throw invalidLink();
      return { message: "メールアドレスを確認しました。" };
    },
  });
}

function invalidLink(): AppError {
  return new AppError(
    400,
    "invalid_link",
    "リンクが無効か、有効期限が切れています。プロフィールから確認メールをもう一度お送りください。",
  );
}
