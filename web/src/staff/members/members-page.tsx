import { contract } from "@manabiya/contract";
import type { MemberFilter } from "@manabiya/contract/staff/members.ts";
import { useNavigate, useSearchParams } from "react-router";
import { ReasonedDownload } from "./reasoned-download.tsx";
import { MemberTable } from "./member-table.tsx";
import { StaffPage, useHasRight } from "../table/staff-layout.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { call, query } from "../../api/calls.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { PagedList } from "../../paging/paged-list.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { withFilter } from "../../paging/change-address.ts";
import { AddressSelect } from "../../paging/address-select.tsx";
import { SearchForm } from "../table/search-form.tsx";
import { FILTER_LABELS } from "./member-texts.ts";

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

/** Reads the search and the filter from the address. */
function searchOf(search: URLSearchParams): { q: string; status: MemberFilter } {
  const status = search.get("status") ?? "all";
  return {
    q: (search.get("q") ?? "").trim().slice(0, 100),
    status: status in FILTER_LABELS ? (status as MemberFilter) : "all",
  };
}

function MemberSearch() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { q } = searchOf(search);
  const may = useHasRight();
  const labels = Object.entries(FILTER_LABELS).filter(([value]) => value !== "payment_failing" || may("staff.money"));
  return (
    <div className="flex flex-wrap gap-3">
      <SearchForm
        label="ユーザー名またはメールアドレス"
        placeholder="ユーザー名またはメールアドレス"
        q={q}
        onSearch={(words) => void navigate(withFilter(search, "q", words || null))}
        className="min-w-0 flex-1 basis-72"
      />
      <AddressSelect label="会員の状態" name="status" options={Object.fromEntries(labels)} />
    </div>
  );
}
