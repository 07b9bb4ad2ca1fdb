import { contract } from "@manabiya/contract";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { useParams } from "react-router";
import { AuditList } from "../audit/audit-list.tsx";
import { MemberActions } from "./member-actions.tsx";
import { MemberPayments } from "./member-payments.tsx";
import { MemberTimeline } from "./member-timeline.tsx";
import {
  MemberAgreements,
  MemberFacts,
  MemberSessions,
  SharedHours,
  UndeliverableNote,
  ViewingSentence,
} from "./member-facts.tsx";
import { StaffPage, useHasRight } from "../table/staff-layout.tsx";
import { useRead } from "../../api/calls.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";

export default function AdminMemberPage() {
  const { id = "" } = useParams();
  return <Member key={id} id={id} />;
}

function Member({ id }: { id: string }) {
  const may = useHasRight();
  const found = useRead(contract.adminMembers.get, { params: { id } });
  const { data, error } = found;
  return (
    <StaffPage title={data ? `${data.username}さん` : "会員"}>
      {!data && error?.status === 404 && <EmptyState>会員が見つかりません。</EmptyState>}
      {!data && error?.status !== 404 && <NotLoaded query={found} message="会員情報を読み込めませんでした。" />}
      {data && (
        <>
          <ViewingSentence member={data} />
          <UndeliverableNote member={data} />
          <MemberFacts member={data} />
          <MemberActions member={data} />
          {may("staff.money") && <MemberPayments member={data} />}
          <MemberTimeline id={data.id} />
          <SharedHours hours={data.shared_hours} />
          {(may("superuser") || !isStaff(data)) && <MemberSessions sessions={data.sessions} />}
          <MemberAgreements agreements={data.agreements} />
          {may("superuser") && (
            <Section title="操作の記録">
              <AuditList filter={{ subject: "member", subject_id: data.id }} />
            </Section>
          )}
        </>
      )}
    </StaffPage>
  );
}
