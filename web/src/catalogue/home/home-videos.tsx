import type { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import { isUnfinished } from "@manabiya/contract/rules/resume.ts";
import type { Home, VideoCard } from "../../api/answers.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { VideoGrid } from "../videos/video-grid.tsx";
import { HomeSection } from "./home-section.tsx";

/** The type holds it to the contract's number, whose import would load all schemas. */
const SHOWN: typeof HOME_COUNT = 8;

interface HomeVideosProps {
  home: Home;
  /** True for members without access: they have no video to continue. */
  isLocked: boolean;
}

/** Unfinished videos come first. Sections without videos are left out. */
export function HomeVideos({ home, isLocked }: HomeVideosProps) {
  const { historyVideos, recommendVideos } = home;
  // Other servers of the specification may send more videos.
  const newVideos = home.newVideos.slice(0, SHOWN);
  const unfinished = isLocked ? [] : historyVideos.filter(isBegun);
  return (
    <>
      {unfinished.length > 0 && (
        <HomeSection title="続きから見る">
          <VideoGrid videos={unfinished} isOneRow isEager />
        </HomeSection>
      )}
      <HomeSection title="新着動画" {...(newVideos.length > 0 && { to: "/new-videos" })}>
        {newVideos.length > 0 ? (
          <VideoGrid videos={newVideos} isEager={unfinished.length === 0} />
        ) : (
          <EmptyState>新着動画はありません</EmptyState>
        )}
      </HomeSection>
      {historyVideos.length > 0 && (
        <HomeSection title="視聴履歴" to="/watch-history">
          <VideoGrid videos={historyVideos} isOneRow />
        </HomeSection>
      )}
      {recommendVideos.length > 0 && (
        <HomeSection title="おすすめ動画">
          <VideoGrid videos={recommendVideos} />
        </HomeSection>
      )}
    </>
  );
}

function isBegun({ position = null, duration = null }: Partial<VideoCard>) {
  return isUnfinished(position, duration);
}
