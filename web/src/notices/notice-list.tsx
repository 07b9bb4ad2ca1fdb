import type { Notice } from "../api/answers.ts";
import { classNames } from "../ui/class-names.ts";
import { Skeleton, SkeletonGroup } from "../ui/skeleton.tsx";
import { NoticeItem } from "./notice-item.tsx";
import { useReadNotice } from "./read-notice.ts";

const BOX = "overflow-hidden rounded-lg border bg-surface";

interface NoticeListProps {
  notices: readonly Notice[];
  isLoadingPage: boolean;
}

export function NoticeList({ notices, isLoadingPage }: NoticeListProps) {
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

export function NoticeListSkeleton() {
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
