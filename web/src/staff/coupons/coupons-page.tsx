import { contract } from "@manabiya/contract";
import type { StaffCoupon } from "@manabiya/contract/staff/coupons.ts";
import { useState } from "react";
import { query, sentenceOf, useWrite } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useShown } from "../table/use-shown.ts";
import { StaffPage } from "../table/staff-layout.tsx";
import { CouponForm } from "./coupon-form.tsx";
import { CouponList } from "./coupon-list.tsx";

const ABOUT =
  "クーポンのコードは、お申し込みの画面で入力します。リンクで配る場合は、お申し込みのURLにコードを付けます。";

export default function AdminCouponsPage() {
  const [isNew, setNew] = useState(false);
  const [ending, setEnding] = useState<StaffCoupon | null>(null);
  const { found, done, show } = useShown(query(contract.adminCoupons.list));
  return (
    <StaffPage title="クーポン" actions={!isNew && <Button onClick={() => setNew(true)}>クーポンを作成</Button>}>
      <Loaded query={found} message={sentenceOf(found.error, "クーポンを読み込めませんでした。")}>
        {(data) => (
          <>
            <p className="phrase max-w-reading text-muted">
              {ABOUT}
              <span className="block break-all">例：{window.location.origin}/checkout?code=コード</span>
            </p>
            <DoneBanner message={done} takesFocus />
            {isNew && (
              <CouponForm
                onCancel={() => setNew(false)}
                onSaved={(coupons) => {
                  show(coupons, "クーポンを作成しました。");
                  setNew(false);
                }}
              />
            )}
            <CouponList coupons={data} onEnd={setEnding} />
          </>
        )}
      </Loaded>
      {ending && (
        <EndDialog
          coupon={ending}
          onClose={() => setEnding(null)}
          onEnded={(coupons) => {
            show(coupons, `クーポン「${ending.code}」を終了しました。`);
            setEnding(null);
          }}
        />
      )}
    </StaffPage>
  );
}

interface EndDialogProps {
  coupon: StaffCoupon;
  onClose: () => void;
  onEnded: (coupons: StaffCoupon[]) => void;
}

function EndDialog({ coupon: { id, code, active_contracts }, onClose, onEnded }: EndDialogProps) {
  const end = useWrite(contract.adminCoupons.end, { changes: [], onSuccess: onEnded });
  return (
    <ConfirmDialog
      title={`クーポン「${code}」を終了しますか？`}
      confirmLabel="終了する"
      isBusy={end.isPending}
      error={
        end.error
          ? sentenceOf(end.error, "クーポンを終了できたか確認できませんでした。もう一度お試しください。")
          : undefined
      }
      onConfirm={() => end.mutate({ params: { id } })}
      onClose={onClose}
    >
      新しいお申し込みでは使えなくなります。このクーポンでご契約中の{active_contracts}
      人の割引は、そのまま続きます。元に戻すことはできません。
    </ConfirmDialog>
  );
}
