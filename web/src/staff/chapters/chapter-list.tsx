import { contract } from "@manabiya/contract";
import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import { DeletionDialog } from "../table/deletion-dialog.tsx";
import { StaffTableSkeleton } from "../table/staff-table.tsx";
import { takeFocus } from "../../ui/page/take-focus.ts";
import { useEditedRow, withEdited } from "../table/use-edited-row.ts";
import { recoverText } from "../../forms/recoverable-text.ts";
import { useUnsavedPart } from "../../forms/unsaved.tsx";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { spokenDuration } from "../../catalogue/videos/duration.ts";
import { call, useRead } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { ChapterForm, type ChapterPlayer, chapterRecoveryName } from "./chapter-form.tsx";

interface ChapterListProps {
  videoId: number;
  player?: ChapterPlayer | undefined;
  /** `takesFocus`: the focused element disappeared. */
  onDone: (message: string, takesFocus?: boolean) => void;
}

export function ChapterList({ videoId, player, onDone }: ChapterListProps) {
  const params = { id: String(videoId) };
  const found = useRead(contract.adminChapters.list, { params });
  const { data } = found;
  const rows = useEditedRow<AdminChapter>();
  const { editing, deleting, left } = rows;
  const { leave: leaveRow, dialog } = useUnsavedPart("row");

  if (!data)
    return <NotLoaded query={found} message="チャプターを読み込めませんでした。" skeleton={<StaffTableSkeleton />} />;
  if (data.length === 0) return <EmptyState>チャプターはありません</EmptyState>;
  return (
    <>
      <ol className="divide-y rounded-lg border bg-surface">
        {withEdited(data, editing).map((chapter) => (
          <li key={chapter.id} className="p-4 @2xl:p-5">
            {chapter.id === editing?.id ? (
              <ChapterForm
                videoId={videoId}
                chapter={editing}
                player={player}
                onSaved={(message) => {
                  rows.stopEditing();
                  onDone(message);
                }}
                onCancel={rows.stopEditing}
              />
            ) : (
              <ChapterItem
                chapter={chapter}
                player={player}
                hasRecoverableText={recoverText(chapterRecoveryName(videoId, chapter)) !== null}
                isFocused={left === chapter.id}
                onEdit={() => leaveRow(() => rows.edit(chapter))}
                onDelete={() => rows.askToDelete(chapter)}
              />
            )}
          </li>
        ))}
      </ol>
      {dialog}
      {deleting && (
        <DeletionDialog
          record={deleting}
          remove={(revision) =>
            call(contract.adminChapters.remove, {
              params: { ...params, chapter_id: deleting.id },
              querystring: { revision },
            })
          }
          onRemoved={(message) => {
            rows.closeDialog();
            onDone(message || "チャプターを削除しました。", true);
          }}
          failed="チャプターの削除に失敗しました。"
          title={() => "チャプターを削除しますか？"}
          onClose={() => rows.closeDialog()}
        >
          {({ time_seconds, title }) => `${spokenDuration(time_seconds)}「${title}」を削除します。`}
        </DeletionDialog>
      )}
    </>
  );
}

interface ChapterItemProps {
  chapter: AdminChapter;
  player: ChapterPlayer | undefined;
  /** Staff typed into its form before a reload. */
  hasRecoverableText: boolean;
  /** The chapter was edited until now, and the edit button gets the focus back. */
  isFocused: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function ChapterItem({ chapter, player, hasRecoverableText, isFocused, onEdit, onDelete }: ChapterItemProps) {
  return (
    <div className="grid gap-x-4 gap-y-2 @xl:grid-cols-[4rem_minmax(0,1fr)_auto]">
      {player ? (
        <button
          type="button"
          onClick={() => player.playFrom(chapter.time_seconds)}
          className="-m-2 min-h-target self-start justify-self-start rounded-md px-2 text-primary underline hover:bg-sunken"
        >
          <ClockTime seconds={chapter.time_seconds} text={chapter.time_formatted} />
          <span className="sr-only">から再生</span>
        </button>
      ) : (
        <p className="text-muted">
          <ClockTime seconds={chapter.time_seconds} text={chapter.time_formatted} />
        </p>
      )}
      <div>
        <h3 className="text-base">{chapter.title}</h3>
        <p className="whitespace-pre-line text-muted">{chapter.description}</p>
        {hasRecoverableText && <p className="font-bold">保存していない入力があります。「編集」で復元します。</p>}
      </div>
      <div className="flex items-start gap-2">
        <Button
          ref={isFocused ? takeFocus : null}
          look="secondary"
          className="px-3"
          onClick={onEdit}
          aria-label={`「${chapter.title}」を編集`}
        >
          編集
        </Button>
        <Button look="quiet" className="px-3" onClick={onDelete} aria-label={`「${chapter.title}」を削除`}>
          削除
        </Button>
      </div>
    </div>
  );
}
