import { staff } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { query } from "../../api/calls.ts";
import { Failure } from "../../ui/failure.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";

/** The text and the screen of each kind. Unknown kinds are left out. */
const NEED_TEXTS: Record<string, { text: (count: number) => string; to: string }> = {
  charges_to_look_at: { text: (count) => `確認が必要な請求・契約が${count}件あります`, to: "/admin/alerts" },
  failed_mails: { text: (count) => `送信できていないメールが${count}件あります`, to: "/admin/mails" },
  videos_without_chapters: {
    text: (count) => `チャプターのない動画が${count}本あります`,
    to: "/admin/videos?show=without_chapters",
  },
  videos_without_category: {
    text: (count) => `カテゴリーのない動画が${count}本あります`,
    to: "/admin/videos?show=without_categories",
  },
  draft_videos: { text: (count) => `下書きの動画が${count}本あります`, to: "/admin/videos?show=draft" },
  scheduled_videos: { text: (count) => `公開予約中の動画が${count}本あります`, to: "/admin/videos?show=scheduled" },
  scheduled_notices: { text: (count) => `公開予約中のお知らせが${count}件あります`, to: "/admin/notices" },
};

export function NeedsBlock() {
  return (
    <section aria-labelledby="needs" className="rounded-lg border bg-surface p-4 md:p-6">
      <h2 id="needs" className="text-lg">
        今日の確認事項
      </h2>
      <div className="mt-3">
        <Needs />
      </div>
    </section>
  );
}

function Needs() {
  const { data, isPending, isFetching, refetch } = useQuery(query(staff.dashboard.get));
  if (isPending) {
    return (
      <SkeletonGroup className="grid gap-3">
        <Skeleton className="h-6" />
        <Skeleton className="h-6" />
      </SkeletonGroup>
    );
  }
  if (!data) {
    return <Failure message="データの取得に失敗しました。" onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const needs = data.needs.flatMap(({ kind, count }) => {
    const known = NEED_TEXTS[kind];
    return known && count > 0 ? [{ kind, to: known.to, text: known.text(count) }] : [];
  });
  if (needs.length === 0) {
    return (
      <p className="flex items-center gap-3">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        今日確認が必要なことはありません。
      </p>
    );
  }
  return (
    <ul className="-mx-3">
      {needs.map(({ kind, to, text }) => (
        <li key={kind}>
          <Link
            to={to}
            className="flex min-h-target items-center justify-between gap-3 rounded-md px-3 hover:bg-sunken"
          >
            {text}
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
