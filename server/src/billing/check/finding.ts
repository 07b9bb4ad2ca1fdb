import type Stripe from "stripe";

export interface Finding {
  result: "ok" | "wrong" | "look yourself";
  subject: string;
  detail: string;
  /** The place in Stripe's dashboard or the command, and the right setting; empty when nothing needs to be done. */
  remedy: string;
}

export function ok(subject: string, detail: string): Finding {
  return { result: "ok", subject, detail, remedy: "" };
}

export function wrong(subject: string, detail: string, remedy: string): Finding {
  return { result: "wrong", subject, detail, remedy };
}

/** The API does not tell, so a person has to look: `detail` is the question, `remedy` has the right answer. */
export function lookYourself(subject: string, detail: string, remedy: string): Finding {
  return { result: "look yourself", subject, detail, remedy };
}

/** @returns the problems, or one line that says what is right */
export function okUnless(problems: Finding[], subject: string, detail: string): Finding[] {
  return problems.length > 0 ? problems : [ok(subject, detail)];
}

export function lineOf({ result, subject, detail, remedy }: Finding): string {
  return `${result.padEnd(13)}  ${subject}: ${detail}${remedy && `  -> ${remedy}`}`;
}

/** One part of the account, read with one permission of the key. */
export interface Check {
  subject: string;
  /** The name in the dashboard's list of a restricted key, and what the product needs. */
  permission: string;
  /** The SDK's resources that this permission opens. */
  resources: string[];
  run: (given: CheckedAccount) => Promise<Finding[]>;
}

export interface CheckedAccount {
  stripe: Stripe;
  secretKey: string;
  /** Origin without a trailing slash. */
  publicUrl: string;
  /** 登録番号 of the qualified invoice system; empty: none. */
  invoiceNumber: string;
  /** Reads the account of the members' customers. */
  linkedAccount: () => Promise<LinkedAccount>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * An account of null: no member has a customer yet. `unknown` says why there is nothing to compare with, `unreachable`
 * what is wrong with the database.
 */
export type LinkedAccount =
  | { account: string | null; takesInvoiceOrders?: boolean }
  | { unknown: string }
  | { unreachable: string };
