import { contract } from "@manabiya/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { query } from "../../api/calls.ts";
import { transcriptOf, type LessonKind } from "../captions/transcript-of.ts";
import { useShortcutChoice } from "../controls/shortcut-choice.ts";
import type { Film } from "../player.ts";
import type { VideoPlayer, VideoPlayerHandle } from "../video-player.tsx";
import { runningChapter } from "./running-chapter.ts";
import { startSecond } from "./start-second.ts";
import { WatchRail, type WatchRailHandle } from "./watch-rail.tsx";

type PlayerProps = Parameters<typeof VideoPlayer>[0];
type Lesson = PlayerProps["video"] & Parameters<typeof WatchRail>[0]["video"] & Parameters<typeof startSecond>[0];

/** The page of a member's video and that of an open lesson share this: the player, and the rail that follows it. */
export function useLesson(kind: LessonKind, video: Lesson) {
  const client = useQueryClient();
  const player = useRef<VideoPlayerHandle>(null);
  const rail = useRef<WatchRailHandle>(null);
  const shortcuts = useShortcutChoice();
  const { id, chapters, has_captions: hasCaptions } = video;
  // As the page read the video.
  const params = { id: useParams()["id"] ?? "" };
  const [search] = useSearchParams();
  const link = search.get("t");
  const [start] = useState(() => startSecond(video, link));
  const second = useRef(start);
  const [running, setRunning] = useState(() => runningChapter(chapters, start));
  const secondNow = () => second.current;
  const playFrom = (seconds: number) => player.current?.playFrom(seconds);
  const standsBeside = chapters.length > 0 || hasCaptions;
  const part = (standsBeside || video.takes_questions) && (
    <WatchRail
      {...{ ref: rail, video, kind, running, secondNow }}
      onSeek={playFrom}
      asksFirst={search.has("question")}
    />
  );
  return {
    player,
    rail,
    shortcuts,
    link,
    secondNow,
    playFrom,
    /** The player has moved to a second. */
    moveTo: (seconds: number) => {
      second.current = seconds;
      rail.current?.moveTo(seconds);
      setRunning(runningChapter(chapters, seconds));
    },
    playerProps: {
      ref: player,
      video,
      start,
      chapters,
      hasShortcuts: shortcuts.isOn,
      renewFilm: (): Promise<Film> =>
        kind === "video"
          ? client.fetchQuery({ ...query(contract.videos.get, { params }), staleTime: 0 })
          : client.fetchQuery({ ...query(contract.openLessons.get, { params }), staleTime: 0 }),
      loadCaptions: hasCaptions ? async () => (await client.fetchQuery(transcriptOf(kind, id))).lines : undefined,
    },
    chapters: standsBeside && part,
    /** Alone, the questions leave the place beside the picture to other videos. */
    questions: !standsBeside && part,
  };
}
