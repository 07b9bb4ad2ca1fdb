import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { Sales } from "@manabiya/contract/billing/sales.ts";
import { FigureTiles } from "../figure-tiles.tsx";

export function SalesFigures({ sales: { sums, deferred } }: { sales: Sales }) {
  return (
    <FigureTiles
      figures={[
        { label: "合計（税込）", value: formatYen(sums.total), computed: "お支払いから、返金と返還を引いた額です。" },
        { label: "税抜金額", value: formatYen(sums.net), computed: "合計から消費税を引いた額です。" },
        { label: "消費税", value: formatYen(sums.tax), computed: "書類ごとの消費税の合計です。" },
        {
          label: "Stripeでの入出金",
          value: formatYen(sums.card),
          computed: "手数料を引く前の額です。Stripeのレポートの金額と一致します。",
        },
        {
          label: "Stripe以外での入出金",
          value: formatYen(sums.transfer),
          computed: "銀行振込などで支払い済みにした額です。",
        },
        {
          label: "残高の利用",
          value: formatYen(sums.credit),
          computed: "会員の残高から支払われた額です。マイナスは、残高に追加された額です。",
        },
        {
          label: "期間の終わりの前受金",
          value: formatYen(deferred),
          computed: "支払い済みの期間のうち、期間の終わりより後の日数分の額です（税抜）。",
        },
      ]}
    />
  );
}
