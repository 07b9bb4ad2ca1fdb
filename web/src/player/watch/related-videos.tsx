import { useDeferredValue } from "react";
import type { VideoCard } from "../../api/answers.ts";
import { useLocked } from "../../catalogue/videos/use-locked.ts";
import { VideoRow } from "../../catalogue/videos/video-card.tsx";

const NONE: readonly VideoCard[] = [];

/** Rendered after the player: on a slow phone their pictures and texts take as long as all else on the page. */
export function RelatedVideos({ videos }: { videos: readonly VideoCard[] }) {
  const isLocked = useLocked();
  const shown = useDeferredValue(videos, NONE);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="related" className="grid content-start gap-4">
      <h2 id="related" className="text-lg">
        関連動画
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
        {shown.map((video) => (
          <li key={video.id}>
            <VideoRow video={video} isLocked={isLocked} />
          </li>
        ))}
      </ul>
    </section>
  );
}
