import { staff } from "@manabiya/contract";
import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { useMutation } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, GripVertical, X } from "lucide-react";
import type { PointerEventHandler } from "react";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatMinute } from "../../ui/date.ts";
import { FieldError } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SeeLink } from "../table/see-link.tsx";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";

type Entry = ManagedPlaylist["entries"][number];

interface EntryRowProps {
  playlist: number;
  entry: Entry;
  /** From 0. */
  index: number;
  count: number;
  isDragged: boolean;
  handle: { onPointerDown: PointerEventHandler };
  onMove: (to: number, button: HTMLButtonElement) => void;
}

export function EntryRow({ playlist, entry, index, count, isDragged, handle, onMove }: EntryRowProps) {
  const { video } = entry;
  const { mutate, isPending, error } = useMutation(mutation(staff.playlistManagement.removeVideo));
  return (
    <li
      className={classNames(
        "rounded-lg border bg-surface p-2",
        isDragged && "border-primary bg-primary-soft",
        isPending && "opacity-60",
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
            label={`${video.title}を再生リストから外す`}
            className="hover:text-danger"
            onClick={() => !isPending && mutate({ params: { id: playlist, video_id: video.id } })}
          />
        </div>
      </div>
      <FieldError
        id={`entry-${entry.id}`}
        message={error ? sentenceOf(error, "動画を外せませんでした。もう一度お試しください。") : undefined}
      />
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
