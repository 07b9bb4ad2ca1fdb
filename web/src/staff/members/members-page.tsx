import { contract } from "@manabiya/contract";
import { PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { ReasonedDownload } from "./reasoned-download.tsx";
import { MemberSearch, searchOf } from "./member-search.tsx";
import { MemberTable } from "./member-table.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { call, query } from "../../api/calls.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { withPage } from "../../paging/change-address.ts";
import { pageOf } from "../../paging/list-address.ts";
import { Pager } from "../../paging/pager.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";

export default function AdminMembersPage() {
  return (
    <StaffPage title="会員管理">
      <MemberSearch />
      <Members />
    </StaffPage>
  );
}

function Members() {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const found = useQuery({
    ...query(contract.adminMembers.list, { querystring: { ...searchOf(search), page } }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  const message = searchFailure(found.error, "会員一覧を読み込めませんでした。");
  if (!data) return <NotLoaded query={found} message={message} skeleton={<StaffTableSkeleton />} />;
  const last = pageCount(data.count);
  if (page > last) return <Navigate replace to={withPage(search, last)} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted">
          {data.count}人の会員
        </p>
        {data.count > 0 && (
          <ReasonedDownload
            label="CSVでダウンロード"
            title="CSVをダウンロードしますか？"
            text={`表示中の条件に合う${data.count}人の名前とメールアドレスなどを、`}
            confirmLabel="ダウンロード"
            name="members.csv"
            load={(reason) => call(contract.adminMemberDesk.csv, { body: { ...searchOf(search), reason } })}
            failed="CSVをダウンロードできませんでした。"
          />
        )}
      </div>
      {data.count === 0 ? (
        <EmptyState
          action={
            <ButtonLink look="secondary" to="/admin/members">
              すべての会員を表示
            </ButtonLink>
          }
        >
          該当する会員はいません
        </EmptyState>
      ) : (
        <MemberTable members={data.results} />
      )}
      {data.count > PAGE_SIZE && <Pager current={page} last={last} />}
    </>
  );
}
