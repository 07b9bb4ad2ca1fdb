import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { pageCount } from "@manabiya/contract/rules/pager.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { DeleteNoticeDialog } from "./delete-notice-dialog.tsx";
import { NoticeEditor } from "./notice-editor.tsx";
import { NoticeTable } from "./notice-table.tsx";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { query } from "../../api/calls.ts";
import { withPage } from "../../lists/change-address.ts";
import { pageOf } from "../../lists/list-address.ts";
import { Pager } from "../../lists/pager.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";

export default function AdminNoticesPage() {
  /** Null: none; "new": one that is not there yet. */
  const [editing, setEditing] = useState<AdminNotice | "new" | null>(null);
  const [deleting, setDeleting] = useState<AdminNotice | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [left, setLeft] = useState<number | null>(null);

  function begin(): void {
    setDone(null);
    setLeft(null);
  }

  function leave(message?: string): void {
    setLeft(editing === null || editing === "new" ? null : editing.id);
    setEditing(null);
    setDeleting(null);
    setDone(message ?? null);
  }

  function edit(notice: AdminNotice | "new"): void {
    begin();
    setEditing(notice);
  }

  const create = <Button onClick={() => edit("new")}>お知らせを作成</Button>;
  return (
    <StaffPage title="お知らせ管理" actions={editing === null && create}>
      <DoneBanner message={done} takesFocus={left === null} />
      {editing === null ? (
        <Notices
          left={left}
          onEdit={edit}
          onDelete={(notice) => {
            begin();
            setDeleting(notice);
          }}
        />
      ) : (
        <NoticeEditor notice={editing === "new" ? null : editing} onLeave={leave} />
      )}
      {deleting && <DeleteNoticeDialog notice={deleting} onLeave={leave} />}
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
  const { data, isPending, isFetching, refetch } = useQuery({
    ...query(staff.adminNotices.list, { querystring: { page } }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <StaffTableSkeleton />;
  if (!data) {
    return (
      <Failure
        message="お知らせの取得に失敗しました。"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
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
