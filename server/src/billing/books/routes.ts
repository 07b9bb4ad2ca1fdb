import { contract } from "@manabiya/contract";
import { hasRight, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import type { CreditBalance, Sales, SalesRow } from "@manabiya/contract/billing/sales.ts";
import { membersOf, readBalances } from "./balances.ts";
import type { BooksEntry } from "./deferred.ts";
import { booksCsv } from "./journal.ts";
import { readBooks } from "./read-books.ts";
import { idOf, withProviderErrors } from "../provider/provider.ts";
import { spanOf } from "../receipts/documents.ts";
import type { BillingContext } from "../context.ts";
import { type Column, sendCsv, sendLegacyCsv, table } from "../../csv/send.ts";
import { formatJapanMinute } from "../../csv/write.ts";

const FAILED = "売上を読み込めませんでした。もう一度お試しください。";

export function adminSalesRoutes({ app, billing, now }: BillingContext): void {
  const { list, csv, balances, balancesCsv } = contract.adminSales;

  async function read(chosen: Parameters<typeof spanOf>[0], reader: StaffRights) {
    const { entries, deferred } = await withProviderErrors(FAILED, () => readBooks(billing, spanOf(chosen, now())));
    if (!hasRight(reader, "staff.members"))
      return { rows: entries.map(({ row }) => ({ ...row, name: null })), deferred };
    const customerOf = ({ invoice }: BooksEntry) => idOf(invoice.customer) ?? "";
    const members = await membersOf(billing.db, [[...new Set(entries.map(customerOf))]]);
    const numbers = new Map(members.map(({ customer_id, id }) => [customer_id, id]));
    const rows = entries.map((entry) => ({ ...entry.row, member: numbers.get(customerOf(entry)) ?? null }));
    return { rows, deferred };
  }

  app.answer(list, async ({ query, currentUser }) => {
    const { rows, deferred } = await read(query, currentUser);
    return { rows: query.month === undefined ? [] : rows, count: rows.length, sums: sumsOf(rows), deferred };
  });

  app.answer(csv, async ({ query, currentUser }, reply) => {
    const { rows } = await read(query, currentUser);
    const text = booksCsv(rows, query.layout);
    return query.layout === "yayoi" ? sendLegacyCsv(reply, text) : sendCsv(reply, text);
  });

  const readShown = async (reader: StaffRights) => {
    const found = await withProviderErrors(FAILED, () => readBalances(billing));
    return hasRight(reader, "staff.members") ? found : found.map((balance) => ({ ...balance, member: null }));
  };

  app.answer(balances, ({ currentUser }) => readShown(currentUser));

  app.answer(balancesCsv, async ({ currentUser }, reply) => {
    const names = hasRight(currentUser, "staff.members") ? MEMBER_COLUMNS : [];
    return sendCsv(reply, table<CreditBalance>([...names, ...CREDIT_COLUMNS], await readShown(currentUser)));
  });
}

const MEMBER_COLUMNS: Column<CreditBalance>[] = [
  ["会員番号", ({ member }) => member?.id ?? ""],
  ["ユーザー名", ({ member }) => member?.username ?? ""],
];

const CREDIT_COLUMNS: Column<CreditBalance>[] = [
  ["残高", ({ amount }) => amount],
  ["最も古い残高の日時", ({ since }) => formatJapanMinute(since)],
];

function sumsOf(rows: SalesRow[]): Sales["sums"] {
  const sum = (name: keyof Sales["sums"]) => rows.reduce((yen, row) => yen + row[name], 0);
  const [net, tax, total] = [sum("net"), sum("tax"), sum("total")];
  return { net, tax, total, card: sum("card"), transfer: sum("transfer"), credit: sum("credit") };
}
