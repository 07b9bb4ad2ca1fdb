import type { VideoCard } from "../../api/answers.ts";
import { useLocked } from "../../catalogue/videos/use-locked.ts";
import { VideoRow } from "../../catalogue/videos/video-card.tsx";

export function RelatedVideos({ videos }: { videos: readonly VideoCard[] }) {
  const isLocked = useLocked();
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="related" className="grid content-start gap-4">
      <h2 id="related" className="text-lg">
        関連動画
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
        {videos.map((video) => (
          <li key={video.id}>
            <VideoRow video={video} isLocked={isLocked} />
          </li>
        ))}
      </ul>
    </section>
  );
}
