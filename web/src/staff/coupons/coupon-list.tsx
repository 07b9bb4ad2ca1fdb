import { taxWords } from "../../billing/plans/tax-words.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import type { StaffCoupon } from "@manabiya/contract/staff/coupons.ts";
import { Button } from "../../ui/button.tsx";
import { formatLastDay } from "../../ui/date.ts";
import { Rows } from "../table/rows.tsx";

/** The newest first, as the provider lists them. */
export function CouponList({
  coupons,
  onEnd,
}: {
  coupons: readonly StaffCoupon[];
  onEnd: (coupon: StaffCoupon) => void;
}) {
  return (
    <Rows empty="クーポンはありません">
      {coupons.map((coupon) => (
        <li
          key={coupon.id}
          className="grid gap-x-6 gap-y-3 px-4 py-3 @3xl:grid-cols-[1fr_28rem_6rem] @3xl:items-center"
        >
          <div className="min-w-0">
            <p className="font-bold break-all">{coupon.code}</p>
            <p className="phrase text-xs text-muted">{reductionOf(coupon)}</p>
            <p className="phrase text-xs text-muted">{stateOf(coupon)}</p>
          </div>
          <dl className="grid gap-3 @3xs:grid-cols-[1fr_1fr_1.5fr] tabular-nums @3xl:text-right">
            <Figure name="利用回数" value={usesOf(coupon)} />
            <Figure name="契約中" value={`${coupon.active_contracts}人`} />
            <Figure name="初回のお支払い" value={formatYen(coupon.first_payments)} />
          </dl>
          {coupon.is_active && (
            <Button
              look="warning"
              aria-label={`クーポン「${coupon.code}」を終了`}
              className="@max-3xl:justify-self-start"
              onClick={() => onEnd(coupon)}
            >
              終了
            </Button>
          )}
        </li>
      ))}
    </Rows>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="phrase">{value}</dd>
    </div>
  );
}

function usesOf({ times_redeemed, max_redemptions }: StaffCoupon): string {
  return max_redemptions === null ? `${times_redeemed}回` : `${times_redeemed}回（上限${max_redemptions}回）`;
}

function reductionOf({ percent_off, amount_off, duration, duration_in_months }: StaffCoupon): string {
  const off = percent_off === null ? taxWords(`${formatYen(amount_off ?? 0)}引き（税抜）`) : `${percent_off}%引き`;
  if (duration === "forever") return `${off}・毎回`;
  return duration === "repeating" ? `${off}・${duration_in_months}か月間` : `${off}・初回のみ`;
}

function stateOf({ is_active, expires_at }: StaffCoupon): string {
  if (!is_active) return "利用できません";
  if (expires_at === null) return "利用できます（期限なし）";
  return `利用できます（${formatLastDay(expires_at)}まで）`;
}
