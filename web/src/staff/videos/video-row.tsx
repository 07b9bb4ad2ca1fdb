import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { TRASH_DAYS } from "@manabiya/contract/rules/stored-videos.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { mediaAddress } from "../../api/media-address.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatDay, formatMinute } from "../../ui/date.ts";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import { takeFocus } from "../table/use-edited-row.ts";
import { HOST_NAMES, STATUS_NAMES } from "./video-form-values.ts";

/** On narrow screens a row becomes a block, and each cell shows its label. */
export const ROW = "max-xl:block max-xl:py-4 xl:table-row";
const CELL = "max-xl:block max-xl:py-1 xl:px-2 xl:py-3 align-top";

interface VideoRowProps {
  video: AdminVideo;
  /** The row was edited until now, and its edit button gets the focus back. */
  isFocused: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onRestore: () => void;
  isRestoring: boolean;
  onCheck: () => void;
  isChecking: boolean;
}

export function VideoRow(props: VideoRowProps) {
  const { video, isFocused, onEdit, onDelete, onRestore, isRestoring, onCheck, isChecking } = props;
  const isTrashed = video.status === "trashed";
  const checkLabel = isChecking ? "確認しています…" : "再生の確認";
  return (
    <tr className={ROW}>
      <td className={classNames(CELL, "xl:w-28")}>
        <ThumbnailLink video={video} />
      </td>
      <th scope="row" className={classNames(CELL, "phrase text-left font-bold xl:min-w-44")}>
        {video.title}
      </th>
      <td className={classNames(CELL, "xl:w-32")}>
        <Label>動画ID</Label>
        <span className="break-all">{video.video_id}</span>
        <span className="text-xs text-muted max-xl:ml-2 xl:block">{HOST_NAMES[video.host]}</span>
      </td>
      <td className={classNames(CELL, "phrase xl:min-w-24")}>
        <Label>カテゴリー</Label>
        {namesOf(video.categories)}
      </td>
      <td className={classNames(CELL, "phrase xl:min-w-28")}>
        <Label>タグ</Label>
        {namesOf(video.tags)}
      </td>
      <td className={classNames(CELL, "xl:w-32")}>
        <Label>公開</Label>
        {STATUS_NAMES[video.status]}
        {video.opened_at !== null && (
          <span className="ml-2 rounded-sm bg-signal px-1.5 text-xs text-on-signal">無料公開</span>
        )}
        {video.published_at !== null && (
          <span className="text-xs whitespace-nowrap text-muted max-xl:ml-2 xl:block">
            {formatMinute(video.published_at)}
          </span>
        )}
        {video.deleted_at !== null && (
          <span className="phrase block text-xs">{endOf(video.deleted_at)}に完全に削除されます</span>
        )}
      </td>
      <td className={classNames(CELL, "xl:min-w-44")}>
        <div className="flex flex-wrap gap-2">
          {isTrashed ? (
            <Button
              look="secondary"
              isBusy={isRestoring}
              onClick={onRestore}
              aria-label={`「${video.title}」を元に戻す`}
            >
              元に戻す
            </Button>
          ) : (
            <>
              <Button
                ref={isFocused ? takeFocus : null}
                look="secondary"
                className="px-3"
                onClick={onEdit}
                aria-label={`「${video.title}」を編集`}
              >
                編集
              </Button>
              <Button look="quiet" className="px-3" onClick={onDelete} aria-label={`「${video.title}」を削除`}>
                削除
              </Button>
              <OtherScreens video={video}>
                {video.status === "published" && !video.playback?.is_confirmed && (
                  <button
                    type="button"
                    aria-disabled={isChecking || undefined}
                    className={SMALL_LINK}
                    aria-label={`「${video.title}」の${checkLabel}`}
                    onClick={() => !isChecking && onCheck()}
                  >
                    {checkLabel}
                  </button>
                )}
              </OtherScreens>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}

const DAY = 86_400_000;

/** The day on which a video is deleted for good. A date stays right when the browser's clock is wrong. */
function endOf(deleted_at: string): string | null {
  return formatDay(new Date(Date.parse(deleted_at) + TRASH_DAYS * DAY).toISOString());
}

const SMALL_LINK = "inline-flex min-h-target min-w-target items-center text-xs text-primary underline";

function OtherScreens({ video, children }: { video: AdminVideo; children: ReactNode }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <Link to={`/admin/videos/${video.id}`} aria-label={`「${video.title}」の編集画面を開く`} className={SMALL_LINK}>
        編集画面
      </Link>
      {video.status === "published" && (
        <Link to={`/video/${video.id}`} aria-label={`「${video.title}」を見る`} className={SMALL_LINK}>
          見る
        </Link>
      )}
      <Link to={`/admin/description?video=${video.id}`} className={SMALL_LINK}>
        概要文
      </Link>
      <Link to={`/admin/chapters?video=${video.id}`} className={SMALL_LINK}>
        チャプター（{video.chapter_count}）
      </Link>
      {children}
    </span>
  );
}

function ThumbnailLink({ video }: { video: AdminVideo }) {
  const picture = (
    <span className="block w-32 overflow-hidden xl:w-24 rounded-md border">
      <Thumbnail key={video.thumbnail} video={video} sizes="8rem" />
    </span>
  );
  if (video.thumbnail === null) return picture;
  return (
    <a
      href={mediaAddress(video.thumbnail)}
      target="_blank"
      rel="noreferrer"
      aria-label={`「${video.title}」のサムネイルを開く`}
      className="inline-block"
    >
      {picture}
    </a>
  );
}

/** The column's name on screens that hide the table head. */
function Label({ children }: { children: ReactNode }) {
  return <span className="mr-2 text-xs text-muted xl:hidden">{children}</span>;
}

function namesOf(list: { name: string }[]): string {
  return list.length === 0 ? "—" : list.map(({ name }) => name).join("、");
}
