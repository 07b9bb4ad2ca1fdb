import { type RefObject, useRef, useState } from "react";
import type { PlayerEvent } from "../../player/player.ts";
import type { VideoPlayerHandle } from "../../player/video-player.tsx";
import type { ChapterPlayer } from "../chapters/chapter-form.tsx";

export interface EditorPlayerState {
  /** The second to start from; null until staff start the player, which loads another site's page. */
  startAt: number | null;
  start: (seconds: number) => void;
  handleEvent: (event: PlayerEvent) => void;
  forChapters: ChapterPlayer;
}

/** The player of the editor. It counts no view and keeps no position. */
export function useEditorPlayer(handle: RefObject<VideoPlayerHandle | null>): EditorPlayerState {
  const seconds = useRef(0);
  const [startAt, setStartAt] = useState<number | null>(null);
  const [hasPosition, setHasPosition] = useState(false);
  return {
    startAt,
    start: setStartAt,
    handleEvent: (event) => {
      if (event.type === "time") seconds.current = event.seconds;
      if (event.type === "time" || event.type === "playing") setHasPosition(true);
    },
    forChapters: {
      position: hasPosition ? () => seconds.current : null,
      playFrom: (second) => {
        if (handle.current) handle.current.playFrom(second);
        else setStartAt(second);
      },
    },
  };
}
