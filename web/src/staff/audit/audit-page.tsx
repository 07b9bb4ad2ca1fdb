import { contract } from "@manabiya/contract";
import { CONTENT_SUBJECTS } from "@manabiya/contract/staff/audit.ts";
import { useNavigate, useSearchParams } from "react-router";
import { useRead } from "../../api/calls.ts";
import { withFilter } from "../../paging/change-address.ts";
import { AddressSelect } from "../../paging/address-select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { StaffPage, useHasRight } from "../table/staff-layout.tsx";
import { type AuditFilter, AuditList } from "./audit-list.tsx";
import { SUBJECTS } from "./texts.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parameters that the server would refuse are left out. */
function filterOf(search: URLSearchParams): AuditFilter {
  const number = (name: string) =>
    /^[1-9]\d{0,8}$/.test(search.get(name) ?? "") ? Number(search.get(name)) : undefined;
  const day = (name: string) => (DAY.test(search.get(name) ?? "") ? (search.get(name) ?? undefined) : undefined);
  const subject = search.get("subject") ?? "";
  return {
    subject: subject in SUBJECTS ? subject : undefined,
    subject_id: number("record"),
    by: number("by"),
    from: day("from"),
    to: day("to"),
    trash: search.get("show") === "trash" ? "true" : undefined,
  };
}

export default function AdminAuditPage() {
  const [search] = useSearchParams();
  const filter = filterOf(search);
  return (
    <StaffPage title="操作の記録">
      <AuditFilters filter={filter} />
      {/* The page begins anew. */}
      <AuditList key={search.toString()} filter={filter} />
    </StaffPage>
  );
}

function AuditFilters({ filter: { from, to, subject_id } }: { filter: AuditFilter }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const may = useHasRight();
  const { data: people = [] } = useRead(contract.audit.people);
  const go = (name: string, value: string) => void navigate(withFilter(search, name, value || null));
  const kinds = Object.entries(SUBJECTS).filter(([name]) => may("superuser") || CONTENT_SUBJECTS.includes(name));
  const fields = [
    { name: "from", label: "開始日", type: "date", value: from },
    { name: "to", label: "終了日", type: "date", value: to },
    { name: "record", label: "記録のID", inputMode: "numeric", value: subject_id },
  ] as const;
  return (
    <div className="grid grid-cols-1 items-end gap-3 @3xs:grid-cols-2 @3xs:*:nth-[3n]:col-span-2 @2xl:grid-cols-3 @2xl:*:nth-[3n]:col-span-1">
      <AddressSelect label="表示する操作" name="show" options={{ "": "すべての操作", trash: "ゴミ箱" }} />
      <AddressSelect label="操作の対象" name="subject" options={{ "": "すべての対象", ...Object.fromEntries(kinds) }} />
      <AddressSelect
        label="操作したスタッフ"
        name="by"
        options={Object.fromEntries(people.map(({ id, username }) => [id, username]))}
        usual=""
      >
        <option value="">すべてのスタッフ</option>
      </AddressSelect>
      {fields.map(({ value = "", ...field }) => (
        <TextField
          key={`${field.name} ${value}`}
          {...field}
          defaultValue={value}
          onBlur={({ target }) => go(field.name, target.value)}
        />
      ))}
    </div>
  );
}
