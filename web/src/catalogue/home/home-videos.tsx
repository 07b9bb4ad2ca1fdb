import type { Home } from "../../api/answers.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { VideoGrid } from "../videos/video-grid.tsx";
import { HomeSection } from "./home-section.tsx";
import { NextLesson } from "./next-lesson.tsx";

interface HomeVideosProps {
  home: Home;
  /** True for members without access. */
  isLocked: boolean;
}

/**
 * The specification's three lists in its order, each whole: a video may stand in two of them. Above them stands one row
 * with what to watch now.
 */
export function HomeVideos({ home, isLocked }: HomeVideosProps) {
  const { next, historyVideos, newVideos, recommendVideos } = home;
  return (
    <>
      {next && !isLocked && <NextLesson next={next} isFirst={historyVideos.length === 0} />}
      <HomeSection title="新着動画" {...(newVideos.length > 0 && { to: "/new-videos" })}>
        {newVideos.length > 0 ? (
          <VideoGrid isRow videos={newVideos} isEager />
        ) : (
          <EmptyState>新着動画はありません。公開された動画が、ここに並びます。</EmptyState>
        )}
      </HomeSection>
      {historyVideos.length > 0 && (
        <HomeSection title="視聴履歴" to="/watch-history">
          <VideoGrid isRow hasWholeRows videos={historyVideos} />
        </HomeSection>
      )}
      {recommendVideos.length > 0 && (
        <HomeSection title="おすすめ動画">
          <VideoGrid isRow videos={recommendVideos} />
        </HomeSection>
      )}
    </>
  );
}
