import { staff } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { AuditList } from "../audit/audit-list.tsx";
import { MemberActions } from "./member-actions.tsx";
import { MemberBilling } from "./member-billing.tsx";
import { MemberPayments } from "./member-payments.tsx";
import { MemberFacts, MemberSessions } from "./member-facts.tsx";
import { SuperusersOnly, StaffPage } from "../table/staff-layout.tsx";
import { query } from "../../api/calls.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/spinner.tsx";

const BACK = (
  <ButtonLink to="/admin/members" look="secondary">
    会員の一覧
  </ButtonLink>
);

export default function AdminMemberPage() {
  const { id = "" } = useParams();
  return (
    <SuperusersOnly>
      <Member key={id} id={id} />
    </SuperusersOnly>
  );
}

function Member({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(query(staff.adminMembers.get, { params: { id } }));
  return (
    <StaffPage title={data ? `${data.username}さん` : "会員"} actions={BACK}>
      {!data && !error && <Loading />}
      {!data && error?.status === 404 && <EmptyState>会員が見つかりません。</EmptyState>}
      {!data && error && error.status !== 404 && (
        <Failure message="会員情報を読み込めませんでした。" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data && (
        <>
          <MemberFacts member={data} />
          <MemberActions member={data} />
          <MemberPayments member={data} />
          <MemberBilling id={data.id} />
          <MemberSessions sessions={data.sessions} />
          <section aria-labelledby="member-history" className="grid gap-3">
            <h2 id="member-history" className="text-lg">
              操作の記録
            </h2>
            <AuditList about={{ subject: "member", subject_id: data.id }} />
          </section>
        </>
      )}
    </StaffPage>
  );
}
