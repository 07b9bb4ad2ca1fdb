import { AuditList } from "./audit-list.tsx";
import { StaffPage } from "../table/staff-layout.tsx";

export default function AdminAuditPage() {
  return (
    <StaffPage title="操作の記録">
      <AuditList />
    </StaffPage>
  );
}
