import type Stripe from "stripe";
import { type Database, notNull, statement, text } from "../../db/statement.ts";
import { AppError } from "../../errors/app-error.ts";
import { OperatorError } from "../../errors/operator-error.ts";

/** The provider's account and mode, such as `acct_1AbC:live`: one account has separate customers in test mode. */
export type ReadAccount = () => Promise<string>;

/** Reads the account once, because the key does not change while a process runs. An error is not remembered. */
export function createAccountReader(stripe: Stripe): ReadAccount {
  let known: Promise<string> | null = null;
  return () => {
    known ??= readAccount(stripe).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function readAccount(stripe: Stripe): Promise<string> {
  const [{ id }, { livemode }] = await Promise.all([stripe.accounts.retrieveCurrent(), stripe.balance.retrieve()]);
  return `${id}:${livemode ? "live" : "test"}`;
}

const newestLinked = statement("subscription.newest-account", { account: notNull(text) })`
  select account from (select account from stripe_customers order by user_id desc limit 100) newest
   where account is not null limit 1`;

/** @returns the account and mode that has the newest customers; null when no customer is linked yet */
export async function linkedAccount(db: Database): Promise<string | null> {
  return (await newestLinked(db, []))[0]?.account ?? null;
}

/**
 * Refuses a key of another account, or of another mode, than the one that has the members' customers: it would see none
 * of their subscriptions. @throws OperatorError
 */
export async function refuseOtherAccount(db: Database, account: string): Promise<void> {
  const linked = await linkedAccount(db);
  if (linked !== null && linked !== account) {
    throw new OperatorError(
      `STRIPE_SECRET_KEY belongs to the Stripe account ${account}, but the members' customers are in ${linked}. Set the key of that account.`,
    );
  }
}

/** @throws 503 when a customer is in another account than the key's */
export function requireSameAccount(linked: string | null, account: string): void {
  if (linked === null || linked === account) return;
  const error = new AppError(
    503,
    "payment_unavailable",
    "お支払いの機能を一時的に停止しています。時間をおいて、もう一度お試しください。",
  );
  error.cause = new Error(`the key's account is ${account}, the customer's is ${linked}`);
  throw error;
}
