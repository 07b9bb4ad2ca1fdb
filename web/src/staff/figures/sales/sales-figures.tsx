import { site } from "../../../site.ts";
import { taxWords } from "../../../billing/plans/tax-words.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { Sales } from "@manabiya/contract/billing/sales.ts";
import { FigureTiles } from "../figure-tiles.tsx";

/** Sales from before the seller became a 免税事業者 have tax. */
export const hidesTax = ({ tax }: { tax: number }) => site.isTaxExempt && tax === 0;

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
