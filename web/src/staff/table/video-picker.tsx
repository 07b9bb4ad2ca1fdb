import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useRead } from "../../api/calls.ts";
import { searchFailure } from "../../api/search-failure.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { SearchForm } from "./search-form.tsx";

/** A picker beside something else, which opens when it is needed. */
export function FoldedVideoPicker({ summary, onPick }: { summary: string; onPick: (video: AdminVideo) => void }) {
  return (
    <details>
      <summary className="mb-3 inline-flex min-h-target cursor-pointer items-center text-primary hover:underline">
        {summary}
      </summary>
      <VideoPicker onPick={onPick} />
    </details>
  );
}

/** Searches all videos, newest first. */
export function VideoPicker({ onPick }: { onPick: (video: AdminVideo) => void }) {
  const [q, setQ] = useState("");
  const [page, setPage] = useState(1);
  const found = useRead(contract.adminVideos.page, { querystring: { q, page } }, { placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData } = found;
  return (
    <section aria-label="動画を選択" className="grid gap-4">
      <SearchForm
        label="動画を検索"
        placeholder="タイトル、タグ、動画ID"
        q={q}
        onSearch={(words) => {
          setQ(words);
          setPage(1);
        }}
      />
      <p role="status" className="text-muted">
        {data && `${data.count}件の動画`}
      </p>
      {!data && <NotLoaded query={found} message={searchFailure(error, "データの取得に失敗しました。")} />}
      {data?.count === 0 && <EmptyState>該当する動画はありません</EmptyState>}
      {data && data.results.length > 0 && (
        // Inert, because these rows are about to move away under the pointer.
        <ul
          inert={isPlaceholderData}
          className="divide-y overflow-hidden rounded-lg border bg-surface inert:opacity-60"
        >
          {data.results.map((video) => (
            <li key={video.id}>
              <button
                type="button"
                onClick={() => onPick(video)}
                className="flex min-h-target w-full flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="font-bold">{video.title}</span>
                <span className="text-xs text-muted">チャプター{video.chapter_count}件</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {data && (data.previous !== null || data.next !== null) && (
        <div className="flex justify-between gap-3">
          <Button look="secondary" disabled={data.previous === null} onClick={() => setPage(page - 1)}>
            前へ
          </Button>
          <Button look="secondary" disabled={data.next === null} onClick={() => setPage(page + 1)}>
            次へ
          </Button>
        </div>
      )}
    </section>
  );
}
