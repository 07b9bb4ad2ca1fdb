import { useNavigate, useSearchParams } from "react-router";
import { AlertList } from "./alert-list.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { withFilter } from "../../paging/change-address.ts";
import { CompactSelect } from "../../paging/compact-select.tsx";

export default function AdminAlertsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state = search.get("state") === "resolved" ? "resolved" : "open";
  return (
    <StaffPage
      title="確認が必要な請求・契約"
      actions={
        <CompactSelect
          label="表示する請求・契約"
          value={state}
          onChange={(value) => void navigate(withFilter(search, "state", value === "resolved" ? value : null))}
          options={{ open: "未対応", resolved: "対応済み" }}
        />
      }
    >
      <AlertList key={state} state={state} />
    </StaffPage>
  );
}
