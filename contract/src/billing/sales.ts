import * as z from "zod/mini";
import { Year } from "./receipts.ts";
import { call } from "../route.ts";
import { Instant } from "../text.ts";

export const SALES_KINDS = {
  payment: "お支払い",
  change: "プラン変更の返還",
  refund: "返金",
  dispute: "異議申し立てによる引き落とし",
  dispute_returned: "異議申し立ての取り下げによる入金",
  adjustment: "残高の調整",
} as const;

/** Layouts of the files by the program that imports them. */
export const SALES_LAYOUTS = {
  plain: "一覧",
  freee: "freee会計（取引）",
  moneyforward: "マネーフォワード クラウド会計（仕訳帳）",
  yayoi: "弥生会計（仕訳日記帳）",
} as const;
export type SalesLayout = keyof typeof SALES_LAYOUTS;

/** Yen. `total` = `net` + `tax` = `card` + `transfer` + `credit`. Money that goes back is negative. */
const sums = {
  net: z.int(),
  tax: z.int(),
  total: z.int(),
  /** Moved on the provider's account, before its fees. */
  card: z.int(),
  /** Paid or refunded by other means, such as a bank transfer. */
  transfer: z.int(),
  /** Taken from the member's credit; negative: added to it. */
  credit: z.int(),
};

const nameKinds = Object.keys(SALES_KINDS) as (keyof typeof SALES_KINDS)[];

export const SalesRow = z.object({
  /** The provider's id. */
  id: z.string(),
  at: Instant,
  kind: z.enum(nameKinds),
  /** Of the invoice or the credit note. A refund without a document has the number of its invoice. */
  number: z.string(),
  /** 宛名 of the document, else its email address. Null: the caller may not see members. */
  name: z.nullable(z.string()),
  /** The member's number. Null: the member has left, or the caller may not see members. */
  member: z.nullable(z.int()),
  /** Percent; 0: without tax. */
  tax_rate: z.number(),
  ...sums,
  /** The period that was paid for. Null: none. */
  from: z.nullable(Instant),
  to: z.nullable(Instant),
});
export type SalesRow = z.infer<typeof SalesRow>;

const MONTH = "月が正しくありません。";
/** Of Japan. Without a month: the whole year. Without a year: the running one. */
const Span = z.object({
  year: z.optional(Year),
  month: z.optional(
    z.coerce.number({ error: MONTH }).check(z.int({ error: MONTH }), z.gte(1, MONTH), z.lte(12, MONTH)),
  ),
});

const LAYOUT = "ファイルの形式が正しくありません。";
const layouts = Object.keys(SALES_LAYOUTS) as SalesLayout[];

export const Sales = z.object({
  /** Oldest first. Empty for a year: its CSV has them. */
  rows: z.array(SalesRow),
  count: z.int(),
  sums: z.object(sums),
  /** 前受金: yen without tax of the days that were paid for and follow the span's end. */
  deferred: z.int(),
});
export type Sales = z.infer<typeof Sales>;

export const CreditBalance = z.object({
  /** Null: the caller may not see members. */
  member: z.nullable(z.object({ id: z.int(), username: z.string() })),
  /** Yen of credit. */
  amount: z.int(),
  /** When the oldest credit was given that is not used. */
  since: Instant,
});
export type CreditBalance = z.infer<typeof CreditBalance>;

const response = { 200: z.string() };

export const adminSales = {
  list: call("List payments and refunds of all members", { querystring: Span, response: { 200: Sales } }),
  csv: call("Download payments and refunds as CSV", {
    querystring: z.extend(Span, { layout: z._default(z.enum(layouts, { error: LAYOUT }), "plain") }),
    response,
  }),
  /** The oldest credit first. */
  balances: call("List members with credit", { response: { 200: z.array(CreditBalance) } }),
  balancesCsv: call("Download members with credit as CSV", { response }),
};
