import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { StaffCoupon } from "@manabiya/contract/staff/coupons.ts";
import { formatDay } from "../../ui/date.ts";

/** The newest first, as the provider lists them. */
export function CouponTable({ coupons }: { coupons: readonly StaffCoupon[] }) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-lg border bg-surface">
      <caption className="sr-only">クーポンの一覧</caption>
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="px-4 py-2 font-normal">
            コード
          </th>
          <th scope="col" className="w-24 px-2 py-2 text-right font-normal sm:w-32 sm:px-4">
            利用回数
          </th>
          <th scope="col" className="w-24 px-4 py-2 text-right font-normal max-md:hidden">
            契約中
          </th>
          <th scope="col" className="w-28 px-4 py-2 text-right font-normal sm:w-44">
            初回のお支払い
          </th>
        </tr>
      </thead>
      <tbody className="[&_td]:border-t [&_th]:border-t">
        {coupons.map((coupon) => (
          <tr key={coupon.id} className="align-top hover:bg-sunken">
            <th scope="row" className="px-4 py-3 text-left">
              <span className="break-all">{coupon.code}</span>
              <span className="phrase block text-xs font-normal text-muted">{reductionOf(coupon)}</span>
              <span className="phrase block text-xs font-normal text-muted">{stateOf(coupon)}</span>
              <span className="block text-xs font-normal text-muted md:hidden">契約中 {coupon.active_contracts}人</span>
            </th>
            <td className="px-2 py-3 text-right sm:px-4">
              {coupon.times_redeemed}回
              {coupon.max_redemptions !== null && (
                <span className="block text-xs text-muted">上限 {coupon.max_redemptions}回</span>
              )}
            </td>
            <td className="px-4 py-3 text-right max-md:hidden">{coupon.active_contracts}人</td>
            <td className="px-4 py-3 text-right">{formatYen(coupon.first_payments)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function reductionOf({ percent_off, amount_off, duration, duration_in_months }: StaffCoupon): string {
  const off = percent_off === null ? `${formatYen(amount_off ?? 0)}引き（税抜）` : `${percent_off}%引き`;
  if (duration === "forever") return `${off}・毎回`;
  return duration === "repeating" ? `${off}・${duration_in_months}か月間` : `${off}・初回のみ`;
}

function stateOf({ is_active, expires_at }: StaffCoupon): string {
  if (!is_active) return "利用できません";
  return expires_at === null ? "利用できます（期限なし）" : `利用できます（${formatDay(expires_at)}まで）`;
}
