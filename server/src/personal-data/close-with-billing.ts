import { randomBytes } from "node:crypto";
import { leave } from "../billing/cancel.ts";
import { closedMail } from "../billing/emails/document-templates.ts";
import { syncEmailAddress } from "../billing/provider/customers.ts";
import { withProviderErrors } from "../billing/provider/provider.ts";
import { readAllDocuments } from "../billing/receipts/documents.ts";
import { type Database, int, statement } from "../db/statement.ts";
import type { PersonalDataContext } from "./context.ts";
import { type MailCause, queueMail } from "../mail/outbox.ts";
import { hashPassword } from "../accounts/passwords/password.ts";
import type { CurrentUser } from "../accounts/sessions/current-user.ts";
import { closeAccount } from "./close-account.ts";

const NOT_CLOSED = "退会の手続きに失敗しました。もう一度お試しください。";

/** A mail server that refuses the address would refuse the last mail too. */
const findRefused = statement("close-account.find-refused", { id: int })`
  select id from mail_outbox where user_id = $1 and sent_at is null and attempts > 0 limit 1`;

interface Closing {
  currentUser: Pick<CurrentUser, "id" | "email" | "is_staff" | "is_superuser">;
  /** The hash that must still be the account's. */
  verifiedHash: string;
  /** Runs before anything ends, with the contract as the provider has it. */
  begin?: () => Promise<void>;
  /** The cause of the mail. */
  cause?: MailCause;
  /** Runs in the transaction that closes the account. */
  also?: (tx: Database) => Promise<void>;
}

/**
 * 退会 as a whole: ends the subscriptions, erases the personal data and confirms it by mail, with the receipts.
 * @returns false when the account was closed or its password changed meanwhile
 * @throws 400 `last_administrator`
 */
export async function closeWithBilling(
  {
    db,
    site,
    billing,
    wakeMailSender,
    now,
  }: Pick<PersonalDataContext, "db" | "site" | "billing" | "wakeMailSender" | "now">,
  { currentUser, verifiedHash, begin, cause = {}, also }: Closing,
): Promise<boolean> {
  const { id, email: recipient } = currentUser;
  const unusableHash = await hashPassword(randomBytes(32).toString("base64url"));
  const isClosed = await withProviderErrors(NOT_CLOSED, async () => {
    // Read before: the member cannot log in to the page of receipts afterwards.
    const documents = await readAllDocuments(billing, id);
    const close = (settle: (tx: Database) => Promise<void>) =>
      db.transaction(async (tx) => {
        const isRefused = (await findRefused(tx, [id])).length > 0 && documents.length === 0;
        const isDone = await closeAccount(tx, { currentUser, verifiedHash, unusableHash, now: now() });
        if (!isDone) return false;
        await settle(tx);
        if (!isRefused) await queueMail(tx, closedMail(site, { recipient, documents }), cause, now());
        await also?.(tx);
        return true;
      });
    return leave(billing, id, close, begin);
  });
  if (!isClosed) return false;
  wakeMailSender();
  void syncEmailAddress(billing, id);
  return true;
}
