import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { useUnsavedPart } from "../../forms/unsaved-guard.tsx";
import { query } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { ChapterEdit } from "./chapter-edit.tsx";
import { DeleteChapterDialog } from "./delete-chapter-dialog.tsx";

interface ChapterListProps {
  videoId: number;
  /** `takesFocus`: what had it is gone. */
  onDone: (message: string, takesFocus?: boolean) => void;
}

/** The chapters in time's order. One at a time is edited, in its place. */
export function ChapterList({ videoId, onDone }: ChapterListProps) {
  const params = { id: String(videoId) };
  const { data, isError, isFetching, refetch } = useQuery(query(staff.adminChapters.list, { params }));
  const [edited, setEdited] = useState<number | null>(null);
  const { leave: leaveRow, dialog } = useUnsavedPart("row");
  const [doomed, setDoomed] = useState<AdminChapter | null>(null);
  function leave(id: number) {
    flushSync(() => setEdited(null));
    document.querySelector<HTMLElement>(`[data-chapter="${id}"] button`)?.focus();
  }

  if (isError && !data) {
    return (
      <Failure
        message="チャプターの取得に失敗しました。"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return <StaffTableSkeleton />;
  if (data.length === 0) return <EmptyState>チャプターはありません</EmptyState>;
  return (
    <>
      <ol className="divide-y rounded-lg border bg-surface">
        {data.map((chapter) => (
          <li key={chapter.id} data-chapter={chapter.id} className="p-4 md:p-5">
            {chapter.id === edited ? (
              <ChapterEdit
                videoId={videoId}
                chapter={chapter}
                onSaved={(message) => {
                  leave(chapter.id);
                  onDone(message);
                }}
                onCancel={() => leave(chapter.id)}
              />
            ) : (
              <ChapterItem
                chapter={chapter}
                onEdit={() => leaveRow(() => setEdited(chapter.id))}
                onDelete={() => setDoomed(chapter)}
              />
            )}
          </li>
        ))}
      </ol>
      {dialog}
      {doomed && (
        <DeleteChapterDialog
          videoId={videoId}
          chapter={doomed}
          onLeave={(message) => {
            setDoomed(null);
            if (message !== undefined) onDone(message, true);
          }}
        />
      )}
    </>
  );
}

interface ChapterItemProps {
  chapter: AdminChapter;
  onEdit: () => void;
  onDelete: () => void;
}

function ChapterItem({ chapter, onEdit, onDelete }: ChapterItemProps) {
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <p className="text-muted">{chapter.time_formatted}</p>
      <div>
        <h3 className="text-base">{chapter.title}</h3>
        <p className="whitespace-pre-line text-muted">{chapter.description}</p>
      </div>
      <div className="flex items-start gap-2">
        <Button look="secondary" className="px-3" onClick={onEdit} aria-label={`「${chapter.title}」を編集`}>
          編集
        </Button>
        <Button look="quiet" className="px-3" onClick={onDelete} aria-label={`「${chapter.title}」を削除`}>
          削除
        </Button>
      </div>
    </div>
  );
}
