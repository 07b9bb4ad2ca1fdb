import { contract } from "@manabiya/contract";
import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import type { MailAudience } from "@manabiya/contract/staff/mailings.ts";
import { pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { NoticeMail } from "../mails/mailings/notice-mail.tsx";
import { NoticeEditor } from "./notice-editor.tsx";
import { NoticeTable } from "./notice-table.tsx";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { useEditedRow } from "../table/use-edited-row.ts";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { call, query } from "../../api/calls.ts";
import { withPage } from "../../paging/change-address.ts";
import { pageOf } from "../../paging/list-address.ts";
import { Pager } from "../../paging/pager.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";

export default function AdminNoticesPage() {
  const rows = useEditedRow<AdminNotice>();
  const [isCreating, setCreating] = useState(false);
  const { editing, deleting, done, left } = rows;
  const [mailTo, setMailTo] = useState<MailAudience>();
  const isOpen = isCreating || editing !== null;

  function leave(message?: string): void {
    rows.stopEditing(message);
    setCreating(false);
    setMailTo(undefined);
  }

  return (
    <StaffPage
      title="お知らせ管理"
      actions={
        !isOpen && (
          <Button
            onClick={() => {
              rows.report(null);
              setCreating(true);
            }}
          >
            お知らせを作成
          </Button>
        )
      }
    >
      <DoneBanner message={done} takesFocus={left === null} />
      {isOpen ? (
        <>
          <NoticeEditor
            key={editing?.id}
            notice={editing}
            onLeave={leave}
            onMail={(saved, audience, message) => {
              setCreating(false);
              setMailTo(audience);
              rows.edit(saved);
              rows.report(message);
            }}
          />
          {editing && <NoticeMail notice={editing} chosen={mailTo} />}
        </>
      ) : (
        <Notices left={left} onEdit={rows.edit} onDelete={rows.askToDelete} />
      )}
      {deleting && (
        <DeletionDialog
          record={deleting}
          remove={(revision) =>
            call(contract.adminNotices.remove, { params: { id: deleting.id }, querystring: { revision } })
          }
          onRemoved={rows.closeDialog}
          failed="お知らせの削除に失敗しました。"
          title={({ notice_title }) => `お知らせ「${notice_title}」を削除しますか？`}
          onClose={() => rows.closeDialog()}
        >
          {({ state }) => state === "published" && "会員の画面からも消えます。"}
        </DeletionDialog>
      )}
    </StaffPage>
  );
}

interface NoticesProps {
  left: number | null;
  onEdit: (notice: AdminNotice) => void;
  onDelete: (notice: AdminNotice) => void;
}

function Notices(props: NoticesProps) {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const found = useQuery({
    ...query(contract.adminNotices.list, { querystring: { page } }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  if (!data)
    return <NotLoaded query={found} message="お知らせの取得に失敗しました。" skeleton={<StaffTableSkeleton />} />;
  if (data.count === 0) return <EmptyState>お知らせはまだありません</EmptyState>;
  const last = pageCount(data.count);
  if (page > last) return <Navigate replace to={withPage(search, last)} />;
  return (
    <>
      <NoticeTable notices={data.results} {...props} />
      {last > 1 && <Pager current={page} last={last} />}
    </>
  );
}
