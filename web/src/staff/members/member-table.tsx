import type { Member } from "@manabiya/contract/staff/members.ts";
import { Link } from "react-router";
import { formatDay } from "../../ui/date.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { StaffTable } from "../table/staff-table.tsx";
import { roleTexts, statusText } from "./member-texts.ts";

export function MemberTable({ members }: { members: readonly Member[] }) {
  // On phones the state stands below the name, because half of the width breaks its sentence into many lines.
  const hasColumns = useMediaQuery("(min-width: 40rem)");
  const columns = [
    { label: "会員" },
    ...(hasColumns ? [{ label: "状態", className: "w-1/2" }] : []),
    { label: "登録日", className: "w-40 @max-4xl:hidden" },
  ];
  return (
    <StaffTable caption="会員の一覧" columns={columns}>
      {members.map((member) => (
        <tr key={member.id} className="hover:bg-sunken">
          <th scope="row" className="relative px-4 py-3 text-left font-normal">
            {/* The link covers its cell, which is the larger target. */}
            <Link
              to={`/admin/members/${member.id}`}
              className="font-bold text-primary after:absolute after:inset-0 hover:underline"
            >
              {member.username}
            </Link>
            <span className="relative z-1 block w-fit text-xs text-muted">{member.email}</span>
            {!hasColumns && <MemberState member={member} />}
          </th>
          {hasColumns && (
            <td className="px-4 py-3">
              <MemberState member={member} />
            </td>
          )}
          <td className="px-4 text-muted @max-4xl:hidden">{formatDay(member.created_at)}</td>
        </tr>
      ))}
    </StaffTable>
  );
}

function MemberState({ member }: { member: Member }) {
  return (
    <>
      {statusText(member)}
      <span className="phrase block text-xs text-muted">{member.viewing}</span>
      {roleTexts(member).length > 0 && <span className="block text-xs text-muted">{roleTexts(member).join("・")}</span>}
    </>
  );
}
