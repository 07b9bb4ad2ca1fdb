import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useUnsavedPart } from "../../forms/unsaved-guard.tsx";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DeleteVideoDialog } from "./delete-video-dialog.tsx";
import { VideoEdit } from "./video-edit.tsx";
import { ROW, VideoRow } from "./video-row.tsx";

interface VideoTableProps {
  videos: AdminVideo[];
  /** What is shown belongs to another page than the address names. */
  isPassing: boolean;
  onDone: (message: string) => void;
}

const COLUMNS = ["サムネイル", "タイトル", "動画ID", "カテゴリー", "タグ", "公開", "操作"];

/** One row at a time is edited, in its place. It stays when the list moves on below it. */
export function VideoTable({ videos, isPassing, onDone }: VideoTableProps) {
  const [edited, setEdited] = useState<AdminVideo | null>(null);
  const [doomed, setDoomed] = useState<AdminVideo | null>(null);
  const { leave: leaveRow, dialog } = useUnsavedPart("row");
  const restore = useMutation({
    ...mutation(staff.adminVideos.restore),
    onSuccess: ({ title }) => onDone(`「${title}」を元に戻しました。`),
  });
  const isListed = edited !== null && videos.some(({ id }) => id === edited.id);
  const rows = edited !== null && !isListed ? [edited, ...videos] : videos;

  /** The button that the row had in the editor's place gets the focus back. */
  function leave(id: number) {
    flushSync(() => setEdited(null));
    document.querySelector<HTMLElement>(`[data-video="${id}"] button`)?.focus();
  }

  return (
    <>
      {restore.error && (
        <Banner tone="danger">{sentenceOf(restore.error, "動画を元に戻せませんでした。")}</Banner>
      )}
      <div
        className={classNames("transition-opacity", isPassing && "opacity-50 delay-150")}
        inert={isPassing}
      >
        <table className="w-full border-collapse max-xl:block">
          <caption className="sr-only">動画の一覧</caption>
          <thead className="max-xl:sr-only">
            <tr className="border-b">
              {COLUMNS.map((name) => (
                <th key={name} scope="col" className="px-2 py-2 text-left text-xs text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {rows.map((video) => (
            <tbody key={video.id} data-video={video.id} className="border-b max-xl:block">
              {video.id === edited?.id ? (
                <tr className={ROW}>
                  <td colSpan={COLUMNS.length} className="py-4 max-xl:block xl:px-2">
                    <VideoEdit
                      video={edited}
                      onSaved={(message) => {
                        leave(video.id);
                        onDone(message);
                      }}
                      onCancel={() => leave(video.id)}
                    />
                  </td>
                </tr>
              ) : (
                <VideoRow
                  video={video}
                  onEdit={() => leaveRow(() => setEdited(video))}
                  onDelete={() => setDoomed(video)}
                  onRestore={() => restore.mutate({ params: { id: String(video.id) } })}
                  isRestoring={restore.isPending && restore.variables.params.id === String(video.id)}
                />
              )}
            </tbody>
          ))}
        </table>
      </div>
      {dialog}
      {doomed && (
        <DeleteVideoDialog
          video={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={(message) => {
            setDoomed(null);
            onDone(message);
          }}
        />
      )}
    </>
  );
}
