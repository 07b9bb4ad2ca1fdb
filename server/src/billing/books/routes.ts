import { staff } from "@manabiya/contract";
import { japanDay, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import { hasRight, type StaffRights } from "@manabiya/contract/rules/staff-rights.ts";
import type { CreditBalance, Sales, SalesRow } from "@manabiya/contract/billing/sales.ts";
import { readBalances } from "./balances.ts";
import { booksCsv } from "./journal.ts";
import { readBooks } from "./read-books.ts";
import { withProviderErrors } from "../provider/provider.ts";
import type { Span } from "../receipts/documents.ts";
import type { AppContext } from "../../http/app-context.ts";
import { type Column, sendCsv, sendLegacyCsv, table } from "../../staff/csv/send.ts";
import { formatJapanMinute } from "../../staff/csv/write.ts";

const FAILED = "売上を読み込めませんでした。もう一度お試しください。";

interface Chosen {
  year?: number | undefined;
  month?: number | undefined;
}

export function adminSalesRoutes({ app, billing, now }: AppContext): void {
  const { list, csv, balances, balancesCsv } = staff.adminSales;

  async function read(chosen: Chosen, reader: StaffRights) {
    const { entries, deferred } = await withProviderErrors(FAILED, () => readBooks(billing, spanOf(chosen, now())));
    const maySee = hasRight(reader, "staff.members");
    return { rows: entries.map(({ row }) => (maySee ? row : { ...row, name: null })), deferred };
  }

  app.route({
    ...list,
    handler: async ({ query, currentUser }) => {
      const { rows, deferred } = await read(query, currentUser);
      return { rows: query.month === undefined ? [] : rows, count: rows.length, sums: sumsOf(rows), deferred };
    },
  });

  app.route({
    ...csv,
    handler: async ({ query, currentUser }, reply) => {
      const { rows } = await read(query, currentUser);
      const text = booksCsv(rows, query.layout);
      return query.layout === "yayoi" ? sendLegacyCsv(reply, text) : sendCsv(reply, text);
    },
  });

  const readShown = async (reader: StaffRights) => {
    const found = await withProviderErrors(FAILED, () => readBalances(billing));
    return hasRight(reader, "staff.members") ? found : found.map((balance) => ({ ...balance, member: null }));
  };

  app.route({ ...balances, handler: ({ currentUser }) => readShown(currentUser) });

  app.route({
    ...balancesCsv,
    handler: async ({ currentUser }, reply) => {
      const names = hasRight(currentUser, "staff.members") ? MEMBER_COLUMNS : [];
      return sendCsv(reply, table<CreditBalance>([...names, ...CREDIT_COLUMNS], await readShown(currentUser)));
    },
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

/** Of Japan's calendar. @param now milliseconds since 1970 */
function spanOf({ year, month }: Chosen, now: number): Span {
  const chosen = year ?? Number(japanDay(now).slice(0, 4));
  const [first, next] = month === undefined ? [1, 13] : [month, month + 1];
  return { from: startOfMonth(chosen, first), to: startOfMonth(chosen, next) };
}

/** Seconds. @param month may be 13: January of the next year */
function startOfMonth(year: number, month: number): number {
  const day = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
  return startOfJapanDay(day) / 1000;
}

function sumsOf(rows: SalesRow[]): Sales["sums"] {
  const sum = (name: keyof Sales["sums"]) => rows.reduce((yen, row) => yen + row[name], 0);
  const [net, tax, total] = [sum("net"), sum("tax"), sum("total")];
  return { net, tax, total, card: sum("card"), transfer: sum("transfer"), credit: sum("credit") };
}
