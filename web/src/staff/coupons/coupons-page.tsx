import { staff } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query, sentenceOf } from "../../api/calls.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { StaffPage, SuperusersOnly } from "../table/staff-layout.tsx";
import { CouponList } from "./coupon-list.tsx";

export default function AdminCouponsPage() {
  return (
    <SuperusersOnly>
      <StaffPage title="クーポン">
        <Coupons />
      </StaffPage>
    </SuperusersOnly>
  );
}

const ABOUT =
  "クーポンは、Stripeの管理画面でプロモーションコードとして作成します。リンクで配る場合は、お申し込みのURLにコードを付けます。";

function Coupons() {
  const { data, error, isPending, isFetching, refetch } = useQuery(query(staff.adminCoupons.list));
  if (isPending) return <Loading />;
  if (!data) {
    return (
      <Failure
        message={sentenceOf(error, "クーポンを読み込めませんでした。")}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <>
      <p className="phrase max-w-reading text-muted">
        {ABOUT}
        <span className="block break-all">例：{window.location.origin}/checkout?code=コード</span>
      </p>
      {data.length === 0 ? <EmptyState>クーポンはありません</EmptyState> : <CouponList coupons={data} />}
    </>
  );
}
