import type { Member } from "@manabiya/contract/staff/members.ts";
import { Link } from "react-router";
import { formatDay } from "../../ui/date.ts";
import { roleTexts, statusText } from "./member-texts.ts";

export function MemberTable({ members }: { members: readonly Member[] }) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-lg border bg-surface">
      <caption className="sr-only">会員の一覧</caption>
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="px-4 py-2 font-normal">
            会員
          </th>
          <th scope="col" className="w-36 px-4 py-2 font-normal sm:w-72 xl:w-96">
            状態
          </th>
          <th scope="col" className="w-40 px-4 py-2 font-normal max-md:hidden">
            登録日
          </th>
        </tr>
      </thead>
      <tbody className="[&_td]:border-t [&_th]:border-t">
        {members.map((member) => (
          <tr key={member.id} className="hover:bg-sunken">
            <th scope="row" className="px-4 py-2 text-left">
              <Link
                to={`/admin/members/${member.id}`}
                className="inline-flex min-h-target items-center text-primary hover:underline"
              >
                {member.username}
              </Link>
              <span className="block text-xs font-normal text-muted">{member.email}</span>
            </th>
            <td className="px-4 py-2">
              {statusText(member)}
              <span className="phrase block text-xs text-muted">{member.viewing}</span>
              {roleTexts(member).map((text) => (
                <span key={text} className="block text-xs text-muted">
                  {text}
                </span>
              ))}
            </td>
            <td className="px-4 text-muted max-md:hidden">{formatDay(member.created_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
