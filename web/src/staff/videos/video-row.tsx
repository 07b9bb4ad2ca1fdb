import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { TRASH_DAYS } from "@manabiya/contract/rules/stored-videos.ts";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { mediaAddress } from "../../api/media-address.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatDay, formatMinute } from "../../ui/date.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Selection } from "../../lists/history/use-selection.ts";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import { closeMenu, MENU_ITEM, RowMenu } from "../table/row-menu.tsx";
import { takeFocus } from "../../ui/page/take-focus.ts";
import { HOST_NAMES, STATUS_NAMES } from "./video-form-values.ts";

/** On narrow screens a row becomes a block: picture, title and actions, and below them the other cells with their labels. */
export const ROW =
  "@max-4xl:flex @max-4xl:flex-wrap @max-4xl:items-center @max-4xl:gap-x-3 @max-4xl:py-3 @4xl:table-row";
const CELL = "@4xl:px-2 @4xl:py-1.5";
const FACT = `${CELL} @max-4xl:order-1 @max-4xl:text-xs`;
const LINES = "wrap-anywhere @4xl:line-clamp-2";

interface VideoRowProps {
  video: AdminVideo;
  selection: Selection;
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
  const { video, selection, isFocused, onEdit, onDelete, onRestore, isRestoring, onCheck, isChecking } = props;
  const isTrashed = video.status === "trashed";
  const name = `「${video.title}」`;
  return (
    <tr className={ROW}>
      <td className={classNames(CELL, "@4xl:w-28")}>
        <div className="flex items-center">
          {selection.ids && (
            <label className="-ml-2 grid size-target shrink-0 cursor-pointer place-items-center">
              <input
                type="checkbox"
                aria-label={`${name}を選択`}
                checked={selection.ids.includes(video.id)}
                onChange={() => selection.toggle(video.id)}
                className="size-5"
              />
            </label>
          )}
          <ThumbnailLink video={video} />
        </div>
      </td>
      <th
        scope="row"
        className={classNames(
          CELL,
          "text-left font-bold @max-4xl:flex-1 @max-4xl:basis-[max(7rem,100%-13.5rem)] @4xl:min-w-56",
        )}
      >
        {isTrashed ? (
          <span className={LINES}>{video.title}</span>
        ) : (
          <Link to={`/admin/videos/${video.id}`} className={`${LINES} hover:underline`}>
            {video.title}
          </Link>
        )}
      </th>
      <td className={classNames(FACT, "@4xl:w-32")}>
        <Label>動画ID</Label>
        <span className="line-clamp-1 break-all @max-4xl:inline">{video.video_id}</span>
        <span className="text-xs text-muted @max-4xl:ml-2 @4xl:block">{HOST_NAMES[video.host]}</span>
      </td>
      <td className={classNames(FACT, "@4xl:min-w-28")}>
        <Names of={video.categories} label="カテゴリー" />
      </td>
      <td className={classNames(FACT, "@4xl:min-w-28")}>
        <Names of={video.tags} label="タグ" />
      </td>
      <td className={classNames(FACT, "@4xl:w-36")}>
        <Label>公開</Label>
        {STATUS_NAMES[video.status]}
        {video.opened_at !== null && (
          <span className="ml-2 rounded-sm bg-signal px-1.5 text-xs text-on-signal">無料公開</span>
        )}
        {video.published_at !== null && (
          <span className="text-xs whitespace-nowrap text-muted @max-4xl:ml-2 @4xl:block">
            {formatMinute(video.published_at)}
          </span>
        )}
        {video.deleted_at !== null && (
          <span className="phrase block text-xs">{endOf(video.deleted_at)}に完全に削除されます</span>
        )}
      </td>
      <td className={classNames(CELL, "@4xl:w-26")}>
        {selection.ids ? null : isTrashed ? (
          <Button look="secondary" isBusy={isRestoring} onClick={onRestore} aria-label={`${name}を元に戻す`}>
            元に戻す
          </Button>
        ) : (
          <div className="flex justify-end">
            <IconButton ref={isFocused ? takeFocus : null} icon={Pencil} label={`${name}を編集`} onClick={onEdit} />
            <RowMenu name={name}>
              {video.status === "published" && (
                <Link to={`/video/${video.id}`} className={MENU_ITEM}>
                  見る
                </Link>
              )}
              <Link to={`/admin/description?video=${video.id}`} className={MENU_ITEM}>
                概要文
              </Link>
              <Link to={`/admin/chapters?video=${video.id}`} className={MENU_ITEM}>
                チャプター（{video.chapter_count}）
              </Link>
              {video.status === "published" && !video.playback?.is_confirmed && (
                <button
                  type="button"
                  aria-disabled={isChecking || undefined}
                  className={MENU_ITEM}
                  onClick={() => !isChecking && onCheck()}
                >
                  {isChecking ? "確認しています…" : "再生の確認"}
                </button>
              )}
              <button
                type="button"
                className={`${MENU_ITEM} text-danger`}
                onClick={({ currentTarget }) => {
                  closeMenu(currentTarget);
                  onDelete();
                }}
              >
                削除
              </button>
            </RowMenu>
          </div>
        )}
      </td>
    </tr>
  );
}

const DAY = 86_400_000;

/** The day on which a video is deleted for good. A date stays right when the browser's clock is wrong. */
function endOf(deleted_at: string): string | null {
  return formatDay(new Date(Date.parse(deleted_at) + TRASH_DAYS * DAY).toISOString());
}

function ThumbnailLink({ video }: { video: AdminVideo }) {
  const picture = (
    <span className="block w-18 overflow-hidden rounded-md border @xl:w-24">
      <Thumbnail key={video.thumbnail} video={video} sizes="6rem" />
    </span>
  );
  if (video.thumbnail === null) return picture;
  return (
    <a
      href={mediaAddress(video.thumbnail)}
      target="_blank"
      rel="noreferrer"
      aria-label={`「${video.title}」のサムネイルを開く`}
      className="block"
    >
      {picture}
    </a>
  );
}

/** The column's name on screens that hide the table head. */
function Label({ children }: { children: ReactNode }) {
  return <span className="mr-2 text-xs text-muted @4xl:hidden">{children}</span>;
}

function Names({ of, label }: { of: { name: string }[]; label: string }) {
  return (
    <span className={LINES}>
      <Label>{label}</Label>
      {of.length === 0 ? "—" : of.map(({ name }) => name).join("、")}
    </span>
  );
}
