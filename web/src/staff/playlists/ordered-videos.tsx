import type { ManagedVideo } from "@manabiya/contract/staff/playlists.ts";
import { X } from "lucide-react";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import { Banner } from "../../ui/banner.tsx";
import { formatMinute } from "../../ui/date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Section } from "../../ui/page/section.tsx";
import { SeeLink } from "../table/row-actions.tsx";
import { OrderedRows } from "./ordered-rows.tsx";

interface OrderedVideosProps {
  title: string;
  videos: readonly ManagedVideo[];
  /** The sentence for an empty list. */
  empty: string;
  failure?: string | null;
  /** Moves a video without saving. */
  onShow: (from: number, to: number) => void;
  /** Keeps the shown order, or moves a video and keeps the order. */
  onMove: (from: number, to: number) => void;
  /** The action of a row's last button, such as "再生リストから外す". */
  removal: string;
  onRemove: (video: ManagedVideo) => void;
  /** The video that is being removed. */
  leaving?: number | undefined;
}

/** A list of videos that staff order. */
export function OrderedVideos(props: OrderedVideosProps) {
  const { title, videos, empty, failure, onShow, onMove, removal, onRemove, leaving } = props;
  return (
    <Section title={`${title}（${videos.length}本）`}>
      {failure && <Banner tone="danger">{failure}</Banner>}
      {videos.length === 0 && <EmptyState>{empty}</EmptyState>}
      <OrderedRows
        items={videos}
        keyOf={({ id }) => id}
        nameOf={(video) => video.title}
        onMove={onMove}
        onDrag={onShow}
        removal={[removal, X]}
        onRemove={onRemove}
        isLeaving={({ id }) => id === leaving}
        renderHeading={(video, index) => (
          <div className="grid items-center gap-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <div className="overflow-hidden rounded-md border max-sm:hidden">
              <Thumbnail video={video} sizes="7rem" />
            </div>
            <div>
              <p className="font-bold">
                {index + 1}. {video.title}
              </p>
              <PublicationNote instant={video.published_at} />
            </div>
          </div>
        )}
        renderTools={({ id, title: name, published_at }) =>
          isPublished(published_at) && <SeeLink to={`/video/${id}`} name={name} />
        }
      />
    </Section>
  );
}

function isPublished(instant: string | null): boolean {
  return instant !== null && Date.parse(instant) <= Date.now();
}

/** Marks a video that members cannot see yet. */
function PublicationNote({ instant }: { instant: string | null }) {
  if (instant === null) return <p className="text-xs text-muted">下書き（会員には表示されません）</p>;
  if (isPublished(instant)) return null;
  return <p className="text-xs text-muted">公開予約 {formatMinute(instant)}</p>;
}
