import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useUnsavedPart } from "../../forms/unsaved.tsx";
import { useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Banner } from "../../ui/banner.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useEditedRow, withEdited } from "../table/use-edited-row.ts";
import { useState } from "react";
import type { Selection } from "../../lists/history/use-selection.ts";
import { DeleteVideoDialog } from "./delete-video-dialog.tsx";
import { PlaybackNote, usePlaybackCheck } from "../playback/playback-note.tsx";
import { VideoEdit } from "./video-edit.tsx";
import { ROW, VideoRow } from "./video-row.tsx";

export interface VideoTableProps {
  videos: AdminVideo[];
  selection: Selection;
  /** The videos belong to another page than the address. */
  isPassing: boolean;
  /** `video`: the changed video, unless it was deleted. */
  onDone: (message: string, video?: AdminVideo) => void;
}

const COLUMNS = ["サムネイル", "タイトル", "動画ID", "カテゴリー", "タグ", "公開", "操作"];

/** One row at a time is edited in its place. */
export function VideoTable({ videos, selection, isPassing, onDone }: VideoTableProps) {
  const rows = useEditedRow<AdminVideo>();
  const { editing, deleting, left } = rows;
  const { leave: leaveRow, dialog } = useUnsavedPart("row");
  const { check, checking, failure } = usePlaybackCheck(onDone);
  const [firstField, setFirstField] = useState<"title" | "video_id">("title");
  const edit = (video: AdminVideo, field: "title" | "video_id") =>
    leaveRow(() => {
      setFirstField(field);
      rows.edit(video);
    });
  const noteOf = (video: AdminVideo, onReplace?: () => void) => (
    <PlaybackNote
      video={video}
      isChecking={checking === String(video.id)}
      onCheck={() => check(video)}
      {...(onReplace && { onReplace })}
    />
  );
  const restore = useWrite(contract.adminVideos.restore, {
    onSuccess: (video) => onDone(`「${video.title}」を元に戻しました。`, video),
  });

  return (
    <>
      <MutationState of={restore} failed="動画を元に戻せませんでした。" />
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <div className={classNames("transition-opacity", isPassing && "opacity-50 delay-150")} inert={isPassing}>
        <table className="w-full border-collapse @max-4xl:block">
          <caption className="sr-only">動画の一覧</caption>
          <thead className="@max-4xl:sr-only">
            <tr className="border-b">
              {COLUMNS.map((name) => (
                <th key={name} scope="col" className="px-2 py-1 text-left text-xs whitespace-nowrap text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {withEdited(videos, editing).map((video) => (
            <tbody key={video.id} className="border-b @max-4xl:block">
              {video.id === editing?.id ? (
                <tr className={ROW}>
                  <td colSpan={COLUMNS.length} className="py-4 @max-4xl:w-full @4xl:px-2">
                    <div className="mb-5 empty:hidden">{noteOf(latest(videos, editing))}</div>
                    <VideoEdit
                      video={editing}
                      firstField={firstField}
                      onSaved={(message, saved) => {
                        rows.stopEditing();
                        onDone(message, saved);
                      }}
                      onCancel={rows.stopEditing}
                    />
                  </td>
                </tr>
              ) : (
                <>
                  <VideoRow
                    video={video}
                    selection={selection}
                    isFocused={left === video.id}
                    onEdit={() => edit(video, "title")}
                    onDelete={() => rows.askToDelete(video)}
                    onRestore={() => restore.mutate({ params: { id: String(video.id) } })}
                    isRestoring={restore.isPending && restore.variables.params.id === String(video.id)}
                    onCheck={() => check(video)}
                    isChecking={checking === String(video.id)}
                  />
                  {video.playback?.is_confirmed && video.status !== "trashed" && (
                    <tr className={ROW}>
                      <td colSpan={COLUMNS.length} className="pb-2 @max-4xl:w-full @4xl:px-2">
                        {noteOf(video, () => edit(video, "video_id"))}
                      </td>
                    </tr>
                  )}
                </>
              )}
            </tbody>
          ))}
        </table>
      </div>
      {dialog}
      {deleting && (
        <DeleteVideoDialog
          video={deleting}
          onClose={() => rows.closeDialog()}
          onDeleted={(message) => {
            rows.closeDialog();
            onDone(message);
          }}
        />
      )}
    </>
  );
}

/** The video as the list has it now: a check changes it while it is edited. */
function latest(videos: AdminVideo[], editing: AdminVideo): AdminVideo {
  return videos.find(({ id }) => id === editing.id) ?? editing;
}
