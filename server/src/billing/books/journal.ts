import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { SALES_KINDS, type SalesLayout, type SalesRow } from "@manabiya/contract/billing/sales.ts";
import { type Column, table } from "../../csv/send.ts";
import { formatJapanMinute, writeCsv } from "../../csv/write.ts";

/** One side of every entry is 売上高, and the other is one of these. */
const ACCOUNTS = {
  card: { name: "売掛金", sub: "Stripe" },
  transfer: { name: "売掛金", sub: "銀行振込" },
  credit: { name: "前受金", sub: "残高" },
};

const SALES = { name: "売上高", sub: "" };

type Entry = ReturnType<typeof entriesOf>[number];

const slashed = (instant: string | null) =>
  instant === null ? "" : japanDay(Date.parse(instant)).replaceAll("-", "/");

/** The entries of a row: one for each kind of money. Their taxes add up to the row's. */
function entriesOf(row: SalesRow) {
  const period = row.to === null ? "" : `${slashed(row.from)}〜${slashed(row.to)}`;
  const memo = [SALES_KINDS[row.kind], row.number, row.name ?? "", period].filter((part) => part !== "").join(" ");
  const kinds = (["card", "transfer", "credit"] as const).filter((kind) => row[kind] !== 0);
  let taxLeft = row.tax;
  return kinds.map((kind, index) => {
    const isLast = index === kinds.length - 1;
    const tax = isLast || row.total === 0 ? taxLeft : Math.round((row.tax * row[kind]) / row.total);
    taxLeft -= tax;
    const isSale = row[kind] > 0;
    const sign = isSale ? 1 : -1;
    return {
      number: row.number,
      /** "2026/12/31" in Japan. */
      day: slashed(row.at),
      debit: isSale ? ACCOUNTS[kind] : SALES,
      credit: isSale ? SALES : ACCOUNTS[kind],
      /** Yen including tax; never negative, because money that goes back is debited to 売上高. */
      amount: sign * row[kind],
      /** Contained in `amount`. */
      tax: sign * tax,
      isTaxed: row.tax_rate !== 0,
      name: row.name ?? "",
      memo,
    };
  });
}

const PLAIN: Column<SalesRow>[] = [
  ["日時", ({ at }) => formatJapanMinute(at)],
  ["種類", ({ kind }) => SALES_KINDS[kind]],
  ["書類の番号", ({ number }) => number],
  ["宛名", ({ name }) => name ?? ""],
  ["税抜金額", ({ net }) => net],
  ["税率（%）", ({ tax_rate }) => (tax_rate === 0 ? NO_TAX : tax_rate)],
  ["消費税", ({ tax }) => tax],
  ["合計", ({ total }) => total],
  ["Stripeでの入出金", ({ card }) => card],
  ["Stripe以外での入出金", ({ transfer }) => transfer],
  ["残高の利用（マイナスは残高への追加）", ({ credit }) => credit],
  ["期間の開始日", ({ from }) => slashed(from)],
  ["期間の終了日", ({ to }) => slashed(to)],
  ["会員番号", ({ member }) => member ?? ""],
  ["StripeのID", ({ id }) => id],
];

const FREEE_HEADER =
  "収支区分,管理番号,発生日,決済期日,取引先コード,取引先,勘定科目,税区分,金額,税計算区分,税額,備考,品目,部門,メモタグ（複数指定可、カンマ区切り）,セグメント1,セグメント2,セグメント3,決済日,決済口座,決済金額";

const MONEYFORWARD_HEADER =
  "取引No,取引日,借方勘定科目,借方補助科目,借方部門,借方取引先,借方税区分,借方インボイス,借方金額(円),借方税額,貸方勘定科目,貸方補助科目,貸方部門,貸方取引先,貸方税区分,貸方インボイス,貸方金額(円),貸方税額,摘要,仕訳メモ,タグ,MF仕訳タイプ,決算整理仕訳,作成日時,作成者,最終更新日時,最終更新者";

const NO_TAX = "対象外";

/** A deal is of 売上高 alone; the other side is the bank account (口座) of the same name as the sub-account. */
function freeeCells({ number, day, debit, credit, amount, tax, isTaxed, name, memo }: Entry): string[] {
  const isSale = credit === SALES;
  const taxCells = [
    isTaxed ? "課税売上10%" : NO_TAX,
    String(amount),
    isTaxed ? "内税" : "",
    isTaxed ? String(tax) : "",
  ];
  const settled = [day, (isSale ? debit : credit).sub, String(amount)];
  const head = [isSale ? "収入" : "支出", number, day, "", "", name, SALES.name];
  return [...head, ...taxCells, memo, "", "", "", "", "", "", ...settled];
}

function moneyforwardCells(entry: Entry, index: number): string[] {
  const { day, debit, credit, amount, tax, isTaxed, name, memo } = entry;
  const side = (account: Entry["debit"]) => {
    const taxed = account === SALES && isTaxed;
    const partner = account === SALES ? name : "";
    const taxCells = [taxed ? "課税売上 10%" : NO_TAX, "", String(amount), taxed ? String(tax) : "0"];
    return [account.name, account.sub, "", partner, ...taxCells];
  };
  return [String(index + 1), day, ...side(debit), ...side(credit), memo, "", "", "", "", "", "", "", ""];
}

/** 2000: one journal entry a line. */
function yayoiCells({ day, debit, credit, amount, tax, isTaxed, memo }: Entry): string[] {
  const side = (account: Entry["debit"]) => {
    const taxed = account === SALES && isTaxed;
    const taxCells = [taxed ? "課税売上内10%" : NO_TAX, String(amount), taxed ? String(tax) : "0"];
    return [account.name, account.sub, "", ...taxCells];
  };
  return ["2000", "", "", day, ...side(debit), ...side(credit), memo, "", "", "0", "", "", "0", "0", "no"];
}

/** @returns the file's text in the layout of a program; Yayoi's has no heading and is read as code page 932 */
export function booksCsv(rows: readonly SalesRow[], layout: SalesLayout): string {
  const entries = rows.flatMap(entriesOf);
  if (layout === "plain") return table(PLAIN, rows);
  if (layout === "freee") return writeCsv([FREEE_HEADER.split(","), ...entries.map(freeeCells)]);
  if (layout === "yayoi") return writeCsv(entries.map(yayoiCells));
  return writeCsv([MONEYFORWARD_HEADER.split(","), ...entries.map(moneyforwardCells)]);
}
