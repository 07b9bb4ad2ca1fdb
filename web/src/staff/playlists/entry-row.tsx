import type { ManagedVideo } from "@manabiya/contract/staff/playlists.ts";
import { ChevronDown, ChevronUp, GripVertical, X } from "lucide-react";
import type { PointerEventHandler } from "react";
import { classNames } from "../../ui/class-names.ts";
import { formatMinute } from "../../ui/date.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { SeeLink } from "../table/see-link.tsx";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";

interface EntryRowProps {
  video: ManagedVideo;
  /** From 0. */
  index: number;
  count: number;
  isDragged: boolean;
  /** The video is being removed. */
  isLeaving: boolean;
  handle: { onPointerDown: PointerEventHandler };
  onMove: (to: number, button: HTMLButtonElement) => void;
  /** The action of the last button, such as "再生リストから外す". */
  removal: string;
  onRemove: () => void;
}

export function EntryRow(props: EntryRowProps) {
  const { video, index, count, isDragged, isLeaving, handle, onMove, removal, onRemove } = props;
  return (
    <li
      className={classNames(
        "rounded-lg border bg-surface p-2",
        isDragged && "border-primary bg-primary-soft",
        isLeaving && "opacity-60",
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 sm:grid-cols-[auto_7rem_minmax(0,1fr)_auto]">
        <span
          {...handle}
          aria-hidden
          title="ドラッグして並べ替え"
          className="grid size-target cursor-grab touch-none place-items-center text-muted"
        >
          <GripVertical className="size-5" />
        </span>
        <div className="overflow-hidden rounded-md border max-sm:hidden">
          <Thumbnail video={video} sizes="7rem" />
        </div>
        <div>
          <p className="font-bold">
            {index + 1}. {video.title}
          </p>
          <PublicationNote instant={video.published_at} />
        </div>
        <div className="flex justify-end max-sm:col-span-2">
          {isPublished(video.published_at) && <SeeLink to={`/video/${video.id}`} name={video.title} />}
          <IconButton
            icon={ChevronUp}
            label={`${video.title}を上へ`}
            aria-disabled={index === 0}
            className="aria-disabled:opacity-40"
            onClick={({ currentTarget }) => index > 0 && onMove(index - 1, currentTarget)}
          />
          <IconButton
            icon={ChevronDown}
            label={`${video.title}を下へ`}
            aria-disabled={index === count - 1}
            className="aria-disabled:opacity-40"
            onClick={({ currentTarget }) => index < count - 1 && onMove(index + 1, currentTarget)}
          />
          <IconButton
            icon={X}
            label={`${video.title}を${removal}`}
            className="hover:text-danger"
            onClick={() => !isLeaving && onRemove()}
          />
        </div>
      </div>
    </li>
  );
}

function isPublished(instant: string | null): boolean {
  return instant !== null && Date.parse(instant) <= Date.now();
}

/** Marks a video that members cannot see yet. */
function PublicationNote({ instant }: { instant: string | null }) {
  if (instant === null) return <p className="text-xs text-muted">下書き（会員には表示されません）</p>;
  if (isPublished(instant)) return null;
  return <p className="text-xs text-muted">公開予約 {formatMinute(instant)}</p>;
}
