import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { type Sales, SALES_KINDS, type SalesRow } from "@manabiya/contract/billing/sales.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { site } from "../../../site.ts";
import { taxWords } from "../../../billing/plans/tax-words.ts";
import { FigureTiles } from "../figure-tiles.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FigureTable } from "../figure-table.tsx";

/** Sales from before the seller became a 免税事業者 have tax. */
const hidesTax = ({ tax }: { tax: number }) => site.isTaxExempt && tax === 0;

export function SalesFigures({ sales: { sums, deferred } }: { sales: Sales }) {
  const hasTax = !hidesTax(sums);
  const figures: ([label: string, yen: number, computed: string] | false)[] = [
    [taxWords("合計（税込）"), sums.total, "お支払いから、返金と返還を引いた額です。"],
    hasTax && ["税抜金額", sums.net, "合計から消費税を引いた額です。"],
    hasTax && ["消費税", sums.tax, "書類ごとの消費税の合計です。"],
    ["Stripeの入出金", sums.card, "手数料を引く前の額です。Stripeのレポートの金額と一致します。"],
    ["Stripe以外", sums.transfer, "銀行振込などで支払い済みにした額です。"],
    ["残高の利用", sums.credit, "会員の残高から支払われた額です。マイナスは、残高に追加された額です。"],
    ["期末の前受金", deferred, taxWords("支払い済みの契約期間のうち、選んだ期間の後の日数分の額です（税抜）。")],
  ];
  const shown = figures.filter((figure) => figure !== false);
  return <FigureTiles figures={shown.map(([label, yen, computed]) => ({ label, value: formatYen(yen), computed }))} />;
}

const TAX = ["税抜", "消費税"];
const COLUMNS = ["Stripe", "Stripe以外", "残高", "期間", "書類の番号", "宛名"];

/** "2026-11-23T03:00:00.000Z" → "2026/11/23" */
const dayOf = (instant: string) => japanDay(Date.parse(instant)).replaceAll("-", "/");

export function SalesTable({ sales: { rows, count, sums } }: { sales: Sales }) {
  const taxColumns = hidesTax(sums) ? [] : TAX;
  if (count === 0) return <EmptyState>この期間の入金と返金はありません</EmptyState>;
  if (rows.length === 0) {
    return (
      <p className="phrase text-muted">
        1年間の明細は{count.toLocaleString("ja-JP")}件です。明細は、月を選ぶかCSVをダウンロードしてご確認ください。
      </p>
    );
  }
  return (
    <FigureTable
      caption="入金と返金"
      columns={["日付", "合計", ...taxColumns, ...COLUMNS]}
      rows={rows.map((row) => ({
        key: row.id,
        heading: (
          <>
            {dayOf(row.at)}
            <span className="block text-xs text-muted">{SALES_KINDS[row.kind]}</span>
          </>
        ),
        values: valuesOf(row, taxColumns.length > 0),
      }))}
    />
  );
}

function valuesOf(row: SalesRow, hasTax: boolean): string[] {
  const { total, net, tax, tax_rate, card, transfer, credit, from, to, number, name } = row;
  const withTax = [formatYen(net), tax === 0 ? "—" : `${formatYen(tax)}（${tax_rate}%）`];
  const moved = [card, transfer, credit].map((value) => (value === 0 ? "—" : formatYen(value)));
  const period = from === null || to === null ? "—" : `${dayOf(from)}〜${dayOf(to)}`;
  return [formatYen(total), ...(hasTax ? withTax : []), ...moved, period, number, name ?? "非表示"];
}
