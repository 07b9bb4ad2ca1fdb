import { contract } from "@manabiya/contract";
import { useSearchParams } from "react-router";
import { ReasonedDownload } from "./reasoned-download.tsx";
import { MemberSearch, searchOf } from "./member-search.tsx";
import { MemberTable } from "./member-table.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { call, query } from "../../api/calls.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { PagedList } from "../../paging/paged-list.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

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
  return (
    <PagedList
      queryOf={(page) => query(contract.adminMembers.list, { querystring: { ...searchOf(search), page } })}
      message="会員一覧を読み込めませんでした。"
      messageOf={searchFailure}
      skeleton={<StaffTableSkeleton />}
    >
      {(data) => (
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
        </>
      )}
    </PagedList>
  );
}
