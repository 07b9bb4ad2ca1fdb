import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import { contract } from "@manabiya/contract";
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { VideoDetail } from "../api/answers.ts";
import { useRead } from "../api/calls.ts";
import type { PlayerEvent } from "./player.ts";
import { SCRIM_BUTTON } from "./controls/scrim-button.tsx";
import { ShortcutButton } from "./controls/shortcut-button.tsx";
import type { PageKey } from "./controls/shortcuts.ts";
import { SubscribersOnly } from "./subscribers-only.tsx";
import { useWatching } from "./use-watching.ts";
import { VideoPlayer } from "./video-player.tsx";
import type { NotesPanelHandle } from "../lists/notes/notes-panel.tsx";
import type { AutoNextHandle } from "../catalogue/courses/auto-next.tsx";
import type { TodayBarHandle } from "./today-bar.tsx";
import { usePlayingList } from "../catalogue/playlists/playlist-detail.ts";
import { watchPath } from "../catalogue/videos/card-link.tsx";
import { useIsStaff } from "../api/profile.ts";
import { lazyPart } from "../ui/page/lazy-part.ts";
import { loadPageFile } from "../ui/page/page-file.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Failure } from "../ui/loaded.tsx";
import { SavedButtons } from "../catalogue/saved/saved-buttons.tsx";
import { ElsewhereLink, NextVideo } from "./watch/next-video.tsx";
import { RelatedVideos } from "./watch/related-videos.tsx";
import { startSecond } from "./watch/start-second.ts";
import { useLesson } from "./watch/use-lesson.tsx";
import { VideoAbout } from "./watch/video-about.tsx";
import { VideoHeading } from "./watch/video-heading.tsx";
import { WatchLayout } from "./watch/watch-layout.tsx";
import { WatchSkeleton } from "./watch/watch-skeleton.tsx";

const NoVideo = lazy(() => loadPageFile(() => import("./watch/no-video.tsx")));
const ShareVideo = lazyPart(() => import("./watch/share-video.tsx"));
const PlaylistPanel = lazyPart(() => import("../catalogue/playlists/playlist-panel.tsx"));
const AutoNext = lazyPart(() => import("../catalogue/courses/auto-next.tsx"));
const NotesPanel = lazyPart(() => import("../lists/notes/notes-panel.tsx"));
const TodayBar = lazyPart(() => import("./today-bar.tsx"));

export default function VideoPage() {
  return (
    <SubscribersOnly>
      <Video />
    </SubscribersOnly>
  );
}

function Video() {
  const { id = "" } = useParams();
  const found = useRead(contract.videos.get, { params: { id } });
  const { data, error } = found;
  usePageTitle(data?.title ?? "動画");
  // Also when a renewed address is refused, because access has ended meanwhile.
  if (error?.status === 403) return <NoVideo isForbidden />;
  // Another video is another visit with its own player, view and position.
  if (data) return <Watch key={id} id={id} video={data} />;
  if (!error) return <WatchSkeleton />;
  if (error.status === 404) return <NoVideo isForbidden={false} />;
  return (
    <div className="mx-auto grid max-w-page gap-6 px-4 py-6 md:px-6">
      <h1 className="text-xl">動画</h1>
      <Failure query={found} message="動画の取得中にエラーが発生しました。" />
    </div>
  );
}

function Watch({ id, video }: { id: string; video: VideoDetail }) {
  const navigate = useNavigate();
  const lesson = useLesson("video", video);
  const { player, rail, shortcuts, link, secondNow, playFrom, moveTo, playerProps, chapters, questions } = lesson;
  const notes = useRef<NotesPanelHandle>(null);
  const autoNext = useRef<AutoNextHandle>(null);
  const { related_videos: related } = video;
  const isToday = useSearchParams()[0].has("today");
  const todayBar = useRef<TodayBarHandle>(null);
  const { handleEvent, viewCount } = useWatching(id, () => player.current?.giveWay());
  const isStaff = useIsStaff();
  const playing = usePlayingList(video);
  const playlist = playing?.next && playing.playlist.id;
  const next = playing?.next ?? related[0];

  function handlePlayer(event: PlayerEvent): void {
    handleEvent(event);
    todayBar.current?.handle(event);
    if (event.type !== "time") return;
    // A seek after the end; late reports of the end itself differ by less.
    if (event.seconds < secondNow() - 1) autoNext.current?.cancel();
    moveTo(event.seconds);
  }

  function openByKey(to: PageKey): void {
    if (to === "chapters") return rail.current?.focus();
    if (to === "note") return notes.current?.write();
    if (to === "question") return rail.current?.ask();
    const wanted = to === "next" ? playing?.next : playing?.previous;
    if (wanted) void navigate(watchPath(wanted.id, playing?.playlist.id));
  }

  useLaterLinks(link, () => playFrom(startSecond(video, link)));

  return (
    <WatchLayout
      player={
        <VideoPlayer
          {...playerProps}
          onEvent={handlePlayer}
          onPageKey={openByKey}
          next={
            !isToday &&
            next && (
              <>
                <NextVideo video={next} playlist={playlist} />
                {playlist !== undefined && (
                  <Suspense fallback={null}>
                    <AutoNext ref={autoNext} to={watchPath(next.id, playlist)} title={next.title} />
                  </Suspense>
                )}
              </>
            )
          }
          elsewhere={<ElsewhereLink video={next} playlist={playlist} className={SCRIM_BUTTON.plain} />}
        />
      }
      title={
        <>
          {isToday && (
            <Suspense fallback={<div className="h-14" />}>
              <TodayBar ref={todayBar} videoId={video.id} onPause={() => player.current?.pause()} />
            </Suspense>
          )}
          <VideoHeading video={video} viewCount={viewCount ?? video.view_count} />
          <div className="flex flex-wrap gap-1.5 sm:gap-2">
            <SavedButtons video={video} />
            {isStaff && (
              <ButtonLink look="secondary" to={`/admin/videos/${video.id}`}>
                編集
              </ButtonLink>
            )}
            <Suspense fallback={<span className="w-24" />}>
              <ShareVideo path={`/video/${video.id}`} title={video.title} secondNow={secondNow} />
            </Suspense>
            <ShortcutButton {...shortcuts} isMember hasOwnControls={playsHere(video.host)} />
          </div>
        </>
      }
      chapters={chapters}
      playlist={
        playing && (
          <Suspense fallback={null}>
            <PlaylistPanel playlist={playing.playlist} index={playing.index} />
          </Suspense>
        )
      }
      about={
        <>
          <VideoAbout video={video} onSeek={playFrom} />
          <Suspense fallback={<div className="h-17" />}>
            <NotesPanel ref={notes} video={video} secondNow={secondNow} onSeek={playFrom} />
          </Suspense>
          {questions}
        </>
      }
      related={<RelatedVideos videos={related} />}
    />
  );
}

/** Follows a link to another second of the playing video. */
function useLaterLinks(link: string | null, follow: () => void): void {
  const first = useRef(link);
  const followLatest = useEffectEvent(follow);
  useEffect(() => {
    if (link === first.current) return;
    first.current = link;
    if (link !== null) followLatest();
  }, [link]);
}
