import { accountSecurity } from "@manabiya/contract/accounts/account-security.ts";
import type { AppContext } from "../../http/app-context.ts";
import { type Limit, takeHit } from "../login/rate-limit.ts";
import { AppError, tooManyRequests } from "../../http/app-error.ts";
import { queueVerification, verifyEmail } from "./queries.ts";

const { emailVerification } = accountSecurity;

/** Mails to one account. */
const MAILS: Limit = { hits: 5, seconds: 60 * 60 };

export function emailVerificationRoutes({ app, db, site, wakeMailSender, now }: AppContext): void {
  app.route({
    ...emailVerification.send,
    handler: async ({ currentUser }) => {
      if (currentUser.email_verified_at !== null) return { message: "メールアドレスは確認済みです。" };
      const wait = await takeHit(db, `verify-email:${currentUser.id}`, MAILS, now());
      if (wait > 0) throw tooManyRequests(wait);
      await db.transaction((tx) =>
        queueVerification(tx, site, { userId: currentUser.id, email: currentUser.email }, now()),
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
