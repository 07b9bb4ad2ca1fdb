import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { contract } from "@manabiya/contract";
import type { OpenLesson } from "@manabiya/contract/catalogue/open-lessons.ts";
import { Suspense } from "react";
import { Link, Navigate, useParams, useSearchParams } from "react-router";
import { useProfile, viewingRight } from "../api/profile.ts";
import { useRead } from "../api/calls.ts";
import { Phrases } from "../catalogue/phrases.tsx";
import { ClockTime } from "../catalogue/videos/clock-time.tsx";
import { lazyPart } from "../ui/page/lazy-part.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Failure } from "../ui/loaded.tsx";
import { ShortcutButton } from "./controls/shortcut-button.tsx";
import { SCRIM_BUTTON } from "./controls/scrim-button.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { useLesson } from "./watch/use-lesson.tsx";
import { VideoAbout } from "./watch/video-about.tsx";
import { WatchLayout } from "./watch/watch-layout.tsx";
import { WatchSkeleton } from "./watch/watch-skeleton.tsx";

const ShareVideo = lazyPart(() => import("./watch/share-video.tsx"));

/** A video that everybody may watch. Members with access are led to their own page, which keeps their position. */
export default function OpenLessonPage() {
  const { id = "" } = useParams();
  const [search] = useSearchParams();
  const { data: profile } = useProfile();
  const found = useRead(contract.openLessons.get, { params: { id } });
  const { data, error } = found;
  usePageTitle(data?.title ?? "動画");
  // Also when the lesson was closed meanwhile. The router knows no such page, and leads on as from any unknown address.
  if (error?.status === 404) return <Navigate replace to="/landing" />;
  if (profile && viewingRight(profile) === "allowed") {
    return <Navigate replace to={{ pathname: `/video/${id}`, search: search.toString() }} />;
  }
  if (data) return <Lesson key={id} lesson={data} isMember={profile !== undefined} />;
  if (!error) return <WatchSkeleton />;
  return (
    <div className="mx-auto grid max-w-page gap-6 px-4 py-6 md:px-6">
      <h1 className="text-xl">動画</h1>
      <Failure query={found} message="動画を読み込めませんでした。" />
    </div>
  );
}

/** The next step after the lesson: for visitors the free week, for members without access the plans. */
const WAYS = {
  visitor: {
    to: "/trial",
    heading: "続きは、1週間無料で見られます",
    text: "登録した日から1週間、すべての動画が見放題です。お支払い情報はいりません。自動で有料になることもありません。",
    label: "1週間、無料で試す",
  },
  member: {
    to: "/checkout",
    heading: "ほかの動画も、すべて見られます",
    text: "プランのお申し込みで、すべての動画が見放題になります。",
    label: "プランを選ぶ",
  },
};

function Lesson({ lesson, isMember }: { lesson: OpenLesson; isMember: boolean }) {
  const { duration } = lesson;
  const { rail, shortcuts, secondNow, playFrom, moveTo, playerProps, chapters } = useLesson("open-lesson", lesson);
  const way = WAYS[isMember ? "member" : "visitor"];

  return (
    <WatchLayout
      player={
        <VideoPlayer
          {...playerProps}
          onEvent={(event) => event.type === "time" && moveTo(event.seconds)}
          onPageKey={(to) => to === "chapters" && rail.current?.focus()}
          next={
            <Link to={way.to} className={SCRIM_BUTTON.signal}>
              {way.label}
            </Link>
          }
          elsewhere={null}
        />
      }
      title={
        <div className="grid gap-2">
          <h1 className="text-lg md:text-xl">
            <Phrases text={lesson.title} breaks={lesson.title_breaks} />
          </h1>
          <p className="flex flex-wrap items-center gap-x-4 text-muted">
            <span className="rounded-sm bg-signal px-2 text-xs font-bold text-on-signal">無料公開</span>
            {duration !== null && (
              <span>
                <ClockTime seconds={duration} text={formatClock(duration)} />
              </span>
            )}
          </p>
          <ShortcutButton {...shortcuts} isMember={false} hasOwnControls={playsHere(lesson.host)} />
          <div className="-ml-4 min-h-target">
            <Suspense fallback={null}>
              <ShareVideo path={`/open/${lesson.id}`} title={lesson.title} secondNow={secondNow} />
            </Suspense>
          </div>
        </div>
      }
      chapters={chapters}
      // Beside the picture, and on phones before the long text.
      playlist={
        <section aria-labelledby="way" className="grid gap-4 rounded-lg border border-signal bg-signal-soft p-5">
          <h2 id="way" className="text-base">
            {way.heading}
          </h2>
          <p className="phrase">{way.text}</p>
          <ButtonLink to={way.to}>{way.label}</ButtonLink>
        </section>
      }
      about={<VideoAbout video={{ ...lesson, tags: [] }} onSeek={playFrom} />}
      related={null}
    />
  );
}
