import { contract } from "@manabiya/contract";
import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { query } from "../../api/calls.ts";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import type { VideoPlayerHandle } from "../../player/video-player.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Failure } from "../../ui/loaded.tsx";
import { Loading } from "../../ui/spinner.tsx";
import type { PlayerEvent } from "../../player/player.ts";
import type { ChapterPlayer } from "../chapters/chapter-form.tsx";

const VideoPlayer = lazy(() => import("../../player/video-player.tsx").then((file) => ({ default: file.VideoPlayer })));

interface EditorPlayerProps {
  video: AdminVideo;
  player: EditorPlayerState;
  handle: RefObject<VideoPlayerHandle | null>;
  /** The use of the player beside the form. */
  hint?: string;
  /** The second at which its button starts. */
  from?: number;
}

const CHAPTER_HINT = "再生すると、現在の再生位置をチャプターの時間に使えます。";

/**
 * The video beside a form, drafts included. Nothing is loaded before staff start it. It stays in sight on wide screens,
 * and on upright phones once it plays.
 */
export function EditorPlayer({ video, player, handle, hint = CHAPTER_HINT, from = 0 }: EditorPlayerProps) {
  const { startAt, start } = player;
  return (
    <section
      aria-label="プレーヤー"
      className={classNames(
        "z-1 grid gap-2 bg-bg @3xl:sticky @3xl:top-[calc(5rem+var(--save-bar))] @3xl:order-last",
        startAt !== null && "@max-3xl:portrait:sticky @max-3xl:portrait:top-[calc(4rem+var(--save-bar))]",
      )}
    >
      {startAt === null ? (
        <>
          <div className="grid *:[grid-area:1/1]">
            <div className="overflow-hidden rounded-lg border">
              <Thumbnail key={video.thumbnail} video={video} sizes="26rem" />
            </div>
            <Button className="place-self-center" onClick={() => start(from)}>
              <Play aria-hidden className="size-5 fill-current" />
              再生する
            </Button>
          </div>
          <p className="phrase text-xs text-muted">{hint}視聴回数には数えません。</p>
        </>
      ) : (
        <Playing
          key={`${video.host} ${video.video_id}`}
          video={video}
          player={player}
          handle={handle}
          startAt={startAt}
        />
      )}
    </section>
  );
}

function Playing({ video, player, handle, startAt }: EditorPlayerProps & { startAt: number }) {
  const client = useQueryClient();
  const source = query(contract.adminVideos.source, { params: { id: String(video.id) } });
  const found = useQuery({ ...source, enabled: playsHere(video.host) });
  if (playsHere(video.host) && !found.data) {
    if (!found.isError) return <Loading className="aspect-video" />;
    return <Failure query={found} message="動画を読み込めませんでした。" />;
  }
  return (
    <Suspense fallback={<Loading className="aspect-video" />}>
      <VideoPlayer
        ref={handle}
        video={{ ...video, source_url: null, stream: null, ...found.data }}
        start={startAt}
        renewFilm={() => client.fetchQuery({ ...source, staleTime: 0 })}
        onEvent={player.handleEvent}
        hasShortcuts={false}
        onPageKey={NOTHING}
        next={null}
        elsewhere={null}
      />
    </Suspense>
  );
}

/** The keys belong to the forms. */
const NOTHING = () => undefined;

interface EditorPlayerState {
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
