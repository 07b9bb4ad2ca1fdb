import { contract } from "@manabiya/contract";
import { NOTICE_PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { useRead } from "../api/calls.ts";
import { withPage } from "../paging/change-address.ts";
import { pageOf } from "../paging/list-address.ts";
import { Pager } from "../paging/pager.tsx";
import { rangeOf } from "../paging/range-of.ts";
import { RangeText } from "../catalogue/list/list-layout.tsx";
import { useFocusOnOtherPage } from "../paging/use-focus-on-other-page.ts";
import { useReadAllNotices, useReadNotice } from "./read-notice.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { NotLoaded } from "../ui/loaded.tsx";
import type { Notice } from "../api/answers.ts";
import { classNames } from "../ui/class-names.ts";
import { Skeleton, SkeletonGroup } from "../ui/skeleton.tsx";
import { NoticeItem } from "./notice-item.tsx";

export default function NoticesPage() {
  usePageTitle("お知らせ");
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-6 md:py-8">
      <h1 className="text-xl">お知らせ</h1>
      <Notices />
    </div>
  );
}

function Notices() {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const querystring = { page, page_size: NOTICE_PAGE_SIZE };
  const found = useRead(contract.notices.list, { querystring }, { placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = found;
  const section = useFocusOnOtherPage(page);
  if (!data)
    return <NotLoaded query={found} message="お知らせの取得に失敗しました。" skeleton={<NoticeListSkeleton />} />;
  if (data.count === 0) {
    return (
      <EmptyState action={<ButtonLink to="/">ホームへ</ButtonLink>}>
        お知らせはありません。届いたお知らせが、ここに並びます。
      </EmptyState>
    );
  }
  const last = pageCount(data.count, NOTICE_PAGE_SIZE);
  if (page > last) return <Navigate replace to={withPage(search, last)} />;
  const range = rangeOf({ count: data.count, page, pageSize: NOTICE_PAGE_SIZE, shown: data.results.length });
  return (
    <section ref={section} tabIndex={-1} aria-label="お知らせの一覧" className="grid gap-6 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <RangeText list={{ range, isOtherPage: isPlaceholderData }} />
        <ReadAll onDone={() => section.current?.focus({ preventScroll: true })} />
      </div>
      <NoticeList notices={data.results} isLoadingPage={isPlaceholderData} />
      {data.count > NOTICE_PAGE_SIZE && <Pager current={page} last={last} />}
    </section>
  );
}

/** The count covers the other pages as well. The focus would be lost with the button. */
function ReadAll({ onDone }: { onDone: () => void }) {
  const { data } = useRead(contract.notices.count);
  const { mutate, isPending, isError } = useReadAllNotices();
  if (!data || data.count === 0) return null;
  return (
    <div className="grid justify-items-end gap-2">
      <Button look="secondary" isBusy={isPending} onClick={() => mutate({}, { onSuccess: onDone })}>
        すべて既読にする
      </Button>
      {isError && <Banner tone="danger">既読にできませんでした。もう一度お試しください。</Banner>}
    </div>
  );
}

const BOX = "overflow-hidden rounded-lg border bg-surface";

function NoticeList({ notices, isLoadingPage }: { notices: readonly Notice[]; isLoadingPage: boolean }) {
  const read = useReadNotice();
  return (
    <div
      aria-busy={isLoadingPage}
      className={classNames(BOX, isLoadingPage && "opacity-60 transition-opacity delay-150")}
    >
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} onOpen={() => isUnread(notice) && read(notice.id)} />
      ))}
    </div>
  );
}

function isUnread({ is_read = true }: { is_read?: boolean }): boolean {
  return !is_read;
}

function NoticeListSkeleton() {
  return (
    <SkeletonGroup className={BOX}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="grid gap-3 border-b px-4 py-4 last:border-b-0 md:px-6">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-5 w-4/5" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
