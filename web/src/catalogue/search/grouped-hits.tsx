import type { SearchHit } from "../../api/answers.ts";
import type { CardSlots } from "../videos/video-card.tsx";
import { VideoGrid, type VideoGridProps } from "../videos/video-grid.tsx";

type Place = NonNullable<SearchHit["matched"]>;

/** From strong to weak. */
const PLACES: Record<Place, string> = {
  title: "タイトルに一致",
  chapter: "チャプターに一致",
  tag: "タグ・カテゴリーに一致",
  description: "説明に一致",
  spoken: "話した言葉に一致",
};
const ORDER = Object.keys(PLACES);

/**
 * Hits under headings of where they matched. The order is the server's, over all pages. With several words it may return
 * to a stronger place; headings would then repeat, so each hit names its own.
 */
export function GroupedHits(props: VideoGridProps<SearchHit>) {
  const { videos, slots } = props;
  const ranks = videos.map(({ matched }) => (matched === undefined ? -1 : ORDER.indexOf(matched)));
  const isSorted = ranks.every((rank, index) => rank >= (ranks[index - 1] ?? 0));
  if (!isSorted) return <VideoGrid {...props} slots={(hit) => withPlace(hit, slots?.(hit))} />;
  const groups = [...Map.groupBy(videos, ({ matched }) => matched)];
  return (
    <div className="grid gap-8">
      {groups.map(([place, group], index) => (
        <section key={place} aria-labelledby={`found-in-${place}`} className="grid gap-4">
          <h2 id={`found-in-${place}`} className="border-b pb-1 text-base">
            {place && PLACES[place]}
          </h2>
          <VideoGrid videos={group} isEager={index === 0} slots={slots} />
        </section>
      ))}
    </div>
  );
}

function withPlace({ matched }: SearchHit, slots?: CardSlots): CardSlots {
  if (matched === undefined) return slots ?? {};
  const children = (
    <>
      <p className="text-xs text-muted">{PLACES[matched]}</p>
      {slots?.children}
    </>
  );
  return { ...slots, children };
}
