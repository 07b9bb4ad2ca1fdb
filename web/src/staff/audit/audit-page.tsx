import { AuditList } from "../admin-audit/audit-list.tsx";
import { SuperusersOnly } from "../admin-members/superusers-only.tsx";
import { StaffPage } from "../admin/staff-page.tsx";

export default function AdminAuditPage() {
  return (
    <SuperusersOnly>
      <StaffPage title="操作の記録">
        <AuditList />
      </StaffPage>
    </SuperusersOnly>
  );
}
