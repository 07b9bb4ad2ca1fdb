import { contract } from "@manabiya/contract";
import type { SiteSettings } from "../config/config.ts";
import { bool, command, type Database, statement } from "../db/statement.ts";
import type { AccountsContext } from "./context.ts";
import { AppError, tooManyRequests } from "../errors/app-error.ts";
import { verifyEmailMail } from "../mail/account-emails.ts";
import { queueMail } from "../mail/outbox.ts";
import { requireDeliverable } from "../mail/undeliverable.ts";
import { clientNetworkOf } from "../limits/client-network.ts";
import { hashToken, newToken } from "../crypto/token.ts";

const { emailVerification } = contract;

const CONFIRMED = "メールアドレスは確認済みです。";

/** Days until a link expires. */
const LINK_DAYS = 3;
const DAY = 24 * 60 * 60 * 1000;

const remove = command("email-verification.remove")`delete from email_verifications where user_id = $1`;

const insert = command("email-verification.insert")`
  insert into email_verifications (token_hash, user_id, email, expires_at) values ($1, $2, $3, $4)`;

/** The link stays until it expires or is replaced, so that a repetition can be told what is already true. */
const verify = statement("email-verification.verify", { is_new: bool })`
  update users u set email_verified_at = coalesce(u.email_verified_at, $2)
    from email_verifications l
   where l.token_hash = $1 and u.id = l.user_id and u.email = l.email and l.expires_at > $2 and u.closed_at is null
  returning u.email_verified_at = $2 as is_new`;

/**
 * Queues a mail with a new link to an account's address; older links stop working. `tx` must be a transaction.
 * @returns 0, or the seconds after which the address may get another mail
 */
export async function queueVerification(
  tx: Database,
  site: SiteSettings,
  { userId, email, network }: { userId: number; email: string; network: string },
  now: number,
): Promise<number> {
  const token = newToken();
  const mail = verifyEmailMail(site, { recipient: email, token, days: LINK_DAYS });
  const wait = await queueMail(tx, mail, { network }, now);
  if (wait > 0) return wait;
  await remove(tx, [userId]);
  await insert(tx, [hashToken(token), userId, email, new Date(now + LINK_DAYS * DAY).toISOString()]);
  return 0;
}

export function emailVerificationRoutes({ app, db, site, wakeMailSender, now }: AccountsContext): void {
  app.answer(emailVerification.send, async ({ currentUser, ip }) => {
    if (currentUser.email_verified_at !== null) return { message: CONFIRMED };
    const { id: userId, email } = currentUser;
    await requireDeliverable(db, userId);
    const network = clientNetworkOf(ip);
    const wait = await db.transaction((tx) => queueVerification(tx, site, { userId, email, network }, now()));
    if (wait > 0) throw tooManyRequests(wait);
    wakeMailSender();
    return { message: "確認メールを送りました。メールのリンクを開いてください。" };
  });

  app.answer(emailVerification.confirm, async ({ body }) => {
    // A link may be unknown, replaced, expired, or sent to another address.
    const [verified] = await verify(db, [hashToken(body.token), new Date(now()).toISOString()]);
    if (!verified)
      throw new AppError(
        400,
        "invalid_link",
        "リンクが無効か、有効期限が切れています。プロフィールから確認メールをもう一度お送りください。",
      );
    return { message: verified.is_new ? "メールアドレスを確認しました。" : CONFIRMED };
  });
}
