import type { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import { isUnfinished } from "@manabiya/contract/rules/resume.ts";
import type { Home, VideoCard } from "../../api/answers.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { CardLink } from "../videos/card-link.tsx";
import { VideoGrid } from "../videos/video-grid.tsx";
import { HomeSection } from "./home-section.tsx";

/** The type holds it to the contract's number, whose import would load all schemas. */
const SHOWN: typeof HOME_COUNT = 8;

/** Between phones, where rows scroll sideways, and the cards' four columns. */
const TWO_COLUMNS = "(min-width: 48rem) and (width < 80rem)";

const ALL_ABOVE = <p className="phrase text-muted">すべて上の段に表示しています。</p>;

interface HomeVideosProps {
  home: Home;
  /** True for members without access. */
  isLocked: boolean;
}

/** Shows each video once: a section leaves out the videos that stand above it (decisions/049). */
export function HomeVideos({ home, isLocked }: HomeVideosProps) {
  const { newcomersPlaylist: playlist, newcomersVideos = [], historyVideos, newVideos } = home;
  const inRow = useMediaQuery(TWO_COLUMNS) ? 2 : 4;
  const shown = new Set<number>();
  const take = (videos: VideoCard[], count: number) => {
    const taken = new Map(videos.filter(({ id }) => !shown.has(id)).map((video) => [video.id, video]));
    const first = [...taken.values()].slice(0, count);
    for (const { id } of first) shown.add(id);
    return first;
  };
  const lessons = take(newcomersVideos, inRow);
  const watched = take([...historyVideos.filter(isBegun), ...historyVideos], inRow);
  // Other servers of the specification may send more videos.
  const newest = take(newVideos.slice(0, SHOWN), SHOWN);
  const recommended = take(home.recommendVideos, SHOWN);
  const slotsOf = (video: VideoCard) => ({
    heading: <CardLink video={video} isLocked={isLocked} playlist={playlist?.id} />,
  });
  return (
    <>
      {playlist && lessons.length > 0 && (
        <HomeSection title={playlist.title} breaks={playlist.title_breaks} to={`/playlists/${playlist.id}`}>
          <p className="phrase -mt-3 text-muted">はじめての方におすすめの再生リストです。</p>
          <VideoGrid isRow videos={lessons} isEager slots={slotsOf} />
        </HomeSection>
      )}
      {historyVideos.length > 0 && (
        <HomeSection title="視聴履歴" to="/watch-history">
          {watched.length > 0 ? <VideoGrid isRow videos={watched} isEager={lessons.length === 0} /> : ALL_ABOVE}
        </HomeSection>
      )}
      <HomeSection title="新着動画" {...(newVideos.length > 0 && { to: "/new-videos" })}>
        {newest.length > 0 && <VideoGrid isRow videos={newest} isEager={lessons.length + watched.length === 0} />}
        {newest.length === 0 && (newVideos.length > 0 ? ALL_ABOVE : <EmptyState>新着動画はありません</EmptyState>)}
      </HomeSection>
      {recommended.length > 0 && (
        <HomeSection title="おすすめ動画">
          <VideoGrid isRow videos={recommended} />
        </HomeSection>
      )}
    </>
  );
}

function isBegun({ position = null, duration = null }: Partial<VideoCard>) {
  return isUnfinished(position, duration);
}
