import type { Home, VideoCard } from "../../api/answers.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CardLink } from "../videos/card-link.tsx";
import { VideoGrid } from "../videos/video-grid.tsx";
import { HomeSection } from "./home-section.tsx";

interface HomeVideosProps {
  home: Home;
  /** True for members without access. */
  isLocked: boolean;
}

/**
 * The specification's three lists in its order, each whole: a video may stand in two of them. The newcomers' playlist
 * comes after them, or in the place of a history that is still empty.
 */
export function HomeVideos({ home, isLocked }: HomeVideosProps) {
  const { newcomersPlaylist: playlist, newcomersVideos = [], historyVideos, newVideos, recommendVideos } = home;
  const slotsOf = (video: VideoCard) => ({
    heading: <CardLink video={video} isLocked={isLocked} playlist={playlist?.id} />,
  });
  const newcomers = playlist && newcomersVideos.length > 0 && (
    <HomeSection title={playlist.title} breaks={playlist.title_breaks} to={`/playlists/${playlist.id}`}>
      <p className="phrase -mt-3 text-muted">はじめての方におすすめの再生リストです。</p>
      <VideoGrid isRow videos={newcomersVideos} slots={slotsOf} />
    </HomeSection>
  );
  return (
    <>
      <HomeSection title="新着動画" {...(newVideos.length > 0 && { to: "/new-videos" })}>
        {newVideos.length > 0 ? (
          <VideoGrid isRow videos={newVideos} isEager />
        ) : (
          <EmptyState>新着動画はありません</EmptyState>
        )}
      </HomeSection>
      {historyVideos.length > 0 ? (
        <HomeSection title="視聴履歴" to="/watch-history">
          <VideoGrid isRow hasWholeRows videos={historyVideos} />
        </HomeSection>
      ) : (
        newcomers
      )}
      {recommendVideos.length > 0 && (
        <HomeSection title="おすすめ動画">
          <VideoGrid isRow videos={recommendVideos} />
        </HomeSection>
      )}
      {historyVideos.length > 0 && newcomers}
    </>
  );
}
