import { hidesTax } from "./sales-figures.tsx";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import { type Sales, SALES_KINDS, type SalesRow } from "@manabiya/contract/billing/sales.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FigureTable } from "../figure-table.tsx";

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
