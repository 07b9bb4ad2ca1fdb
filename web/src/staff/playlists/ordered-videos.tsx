import type { ManagedVideo } from "@manabiya/contract/staff/playlists.ts";
import { useLayoutEffect, useRef, useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EntryRow } from "./entry-row.tsx";
import { useDrag } from "./use-drag.ts";
import { Section } from "../../ui/page/section.tsx";

interface OrderedVideosProps {
  title: string;
  videos: readonly ManagedVideo[];
  /** The sentence for an empty list. */
  empty: string;
  failure?: string | null;
  /** Moves a video without saving. */
  onShow: (from: number, to: number) => void;
  /** Keeps the shown order, or moves a video and keeps the order. */
  onMove: (from: number, to: number) => void;
  /** The action of a row's last button, such as "再生リストから外す". */
  removal: string;
  onRemove: (video: ManagedVideo) => void;
  /** The video that is being removed. */
  leaving?: number | undefined;
}

/** A list of videos that staff order by dragging or with buttons. */
export function OrderedVideos(props: OrderedVideosProps) {
  const { title, videos, empty, failure, onShow, onMove, removal, onRemove, leaving } = props;
  const { dragged, handle, surface } = useDrag({ onMove: onShow, onDrop: onMove });
  const [announcement, setAnnouncement] = useState("");
  /** Gets the focus back, because a row that moves loses it. */
  const pressedButton = useRef<HTMLButtonElement | null>(null);

  useLayoutEffect(() => {
    pressedButton.current?.focus();
    pressedButton.current = null;
  });

  function move(from: number, to: number, button: HTMLButtonElement): void {
    pressedButton.current = button;
    onMove(from, to);
    setAnnouncement(`「${videos[from]?.title ?? ""}」を${to + 1}番目に移動しました。`);
  }

  return (
    <Section title={`${title}（${videos.length}本）`}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {failure && <Banner tone="danger">{failure}</Banner>}
      {videos.length === 0 && <EmptyState>{empty}</EmptyState>}
      <ol {...surface} className="grid gap-2">
        {videos.map((video, index) => (
          <EntryRow
            key={video.id}
            video={video}
            index={index}
            count={videos.length}
            isDragged={dragged === index}
            isLeaving={leaving === video.id}
            handle={handle(index)}
            onMove={(to, button) => move(index, to, button)}
            removal={removal}
            onRemove={() => onRemove(video)}
          />
        ))}
      </ol>
    </Section>
  );
}
