import { AuditList } from "./audit-list.tsx";
import { SuperusersOnly, StaffPage } from "../table/staff-layout.tsx";

export default function AdminAuditPage() {
  return (
    <SuperusersOnly>
      <StaffPage title="操作の記録">
        <AuditList />
      </StaffPage>
    </SuperusersOnly>
  );
}
