import type { SearchHit } from "../../api/answers.ts";
import type { CardSlots } from "../videos/video-card.tsx";
import { VideoGrid, type VideoGridProps } from "../videos/video-grid.tsx";

type Field = NonNullable<SearchHit["matched"]>;

/** From strong to weak. */
const LABELS: Record<Field, string> = {
  title: "タイトルに一致",
  chapter: "チャプターに一致",
  tag: "タグ・カテゴリーに一致",
  description: "説明に一致",
  spoken: "字幕に一致",
};
const ORDER = Object.keys(LABELS);

/** The columns of a grid of videos. Small groups share a row. */
const COLUMNS = "grid grid-cols-1 gap-x-5 @min-[27rem]:grid-cols-2 @min-[56rem]:grid-cols-4";
const SPANS = ["", "", "@min-[27rem]:col-span-2", "@min-[27rem]:col-span-2 @min-[56rem]:col-span-3"];

/**
 * Hits under headings of where they matched. The order is the server's, over all pages. With several words it may return
 * to a stronger field; headings would then repeat, so each hit names its own.
 */
export function GroupedHits(props: VideoGridProps<SearchHit>) {
  const { videos, slots } = props;
  const ranks = videos.map(({ matched }) => (matched === undefined ? -1 : ORDER.indexOf(matched)));
  const isSorted = ranks.every((rank, index) => rank >= (ranks[index - 1] ?? 0));
  if (!isSorted) return <VideoGrid {...props} slots={(hit) => withLabel(hit, slots?.(hit))} />;
  const groups = [...Map.groupBy(videos, ({ matched }) => matched)];
  return (
    <div className="@container">
      <div className={`${COLUMNS} gap-y-8`}>
        {groups.map(([field, group], index) => (
          <section
            key={field}
            aria-labelledby={`found-in-${field}`}
            className={`grid content-start gap-x-5 gap-y-4 @min-[27rem]:grid-cols-subgrid ${SPANS[group.length] ?? "col-span-full"}`}
          >
            <h2 id={`found-in-${field}`} className="col-span-full border-b pb-1 text-base">
              {field && LABELS[field]}
            </h2>
            <VideoGrid
              videos={group}
              isEager={index === 0}
              slots={slots}
              columns="col-span-full @min-[27rem]:grid-cols-subgrid"
            />
          </section>
        ))}
      </div>
    </div>
  );
}

function withLabel({ matched }: SearchHit, slots?: CardSlots): CardSlots {
  if (matched === undefined) return slots ?? {};
  const children = (
    <>
      <p className="text-xs text-muted">{LABELS[matched]}</p>
      {slots?.children}
    </>
  );
  return { ...slots, children };
}
