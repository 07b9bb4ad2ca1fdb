import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { RowActions } from "../table/row-actions.tsx";
import { StaffTable } from "../table/staff-table.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatMinute } from "../../ui/date.ts";
import { recoverText } from "../../forms/recoverable-text.ts";
import { recoveryName, STATE_LABELS } from "./notice-form.ts";

interface NoticeTableProps {
  notices: readonly AdminNotice[];
  /** The notice that was edited until now. */
  left: number | null;
  onEdit: (notice: AdminNotice) => void;
  onDelete: (notice: AdminNotice) => void;
}

/** Wide tablets have as little room as phones while the navigation stands beside the page. */
const COLUMNS = [
  { label: "タイトル" },
  { label: "状態", className: "w-28 @max-3xl:hidden" },
  { label: "既読", className: "w-24 text-right @max-3xl:hidden" },
  { label: "操作", className: "w-25 @3xl:w-32" },
];

const LOOKS = {
  draft: "border-dashed",
  scheduled: "border-signal bg-signal-soft",
  published: "border-success bg-success-soft",
};

export function NoticeTable({ notices, left, onEdit, onDelete }: NoticeTableProps) {
  return (
    <StaffTable caption="お知らせの一覧" columns={COLUMNS}>
      {notices.map((notice) => (
        <tr key={notice.id} className="hover:bg-sunken">
          <th scope="row" className="phrase py-2 pr-2 pl-4 text-left">
            {notice.notice_title}
            <span className="flex flex-wrap items-center gap-x-3 text-xs font-normal text-muted">
              <span className="@3xl:hidden">
                <StateMark notice={notice} />
              </span>
              <span>{NOTICE_LABELS[notice.notice_category]}</span>
              <span>{formatMinute(notice.published_at ?? notice.created_at)}</span>
            </span>
            {recoverText(recoveryName(notice)) !== null && <p>保存していない入力があります。「編集」で復元します。</p>}
          </th>
          <td className="px-4 @max-3xl:hidden">
            <StateMark notice={notice} />
          </td>
          <td className="px-4 text-right whitespace-nowrap text-muted @max-3xl:hidden">{notice.read_count}人</td>
          <td className="@3xl:px-2">
            <RowActions
              name={notice.notice_title}
              isFocused={left === notice.id}
              onEdit={() => onEdit(notice)}
              onDelete={() => onDelete(notice)}
            />
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}

function StateMark({ notice: { state } }: { notice: AdminNotice }) {
  return (
    <span className={classNames("rounded-md border px-2 text-xs whitespace-nowrap text-ink", LOOKS[state])}>
      {STATE_LABELS[state]}
    </span>
  );
}
