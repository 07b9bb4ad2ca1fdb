import { contract } from "@manabiya/contract";
import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import type { MailAudience } from "@manabiya/contract/staff/mailings.ts";
import { useState } from "react";
import { NoticeMail } from "../mails/mailings/notice-mail.tsx";
import { recoveryName } from "./notice-form.ts";
import { NoticeEditor } from "./notice-editor.tsx";
import { NoticeTable } from "./notice-table.tsx";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { recoverText } from "../../forms/recoverable-text.ts";
import { useEditedRow } from "../table/use-edited-row.ts";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { call, query } from "../../api/calls.ts";
import { PagedList } from "../../paging/paged-list.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export default function AdminNoticesPage() {
  const rows = useEditedRow<AdminNotice>();
  const [isCreating, setCreating] = useState(() => recoverText(recoveryName(null)) !== null);
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
          <>
            <ButtonLink look="quiet" to="/notices">
              会員の画面を見る
            </ButtonLink>
            <Button
              onClick={() => {
                rows.report(null);
                setCreating(true);
              }}
            >
              お知らせを作成
            </Button>
          </>
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
        <PagedList
          queryOf={(page) => query(contract.adminNotices.list, { querystring: { page } })}
          message="お知らせの取得に失敗しました。"
          skeleton={<StaffTableSkeleton />}
        >
          {({ count, results }) =>
            count === 0 ? (
              <EmptyState>お知らせはまだありません</EmptyState>
            ) : (
              <NoticeTable notices={results} left={left} onEdit={rows.edit} onDelete={rows.askToDelete} />
            )
          }
        </PagedList>
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
