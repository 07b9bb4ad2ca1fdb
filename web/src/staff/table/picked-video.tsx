import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { useRead } from "../../api/calls.ts";
import { withFilter } from "../../paging/change-address.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { VideoPicker } from "./video-picker.tsx";

interface PickedVideoProps {
  /** The screen of the chosen video. */
  children: (video: AdminVideo) => ReactNode;
}

/** Lets staff choose a video. The address holds the choice, so links and the back button work. */
export function PickedVideo({ children }: PickedVideoProps) {
  const [search, setSearch] = useSearchParams();
  const id = search.get("video");
  if (id === null) {
    return <VideoPicker onPick={(video) => setSearch({ video: String(video.id) })} />;
  }
  return (
    <LoadedVideo
      key={id}
      id={id}
      another={
        <ButtonLink look="secondary" to={{ search: withFilter(search, "video", null).search }}>
          別の動画を選ぶ
        </ButtonLink>
      }
    >
      {children}
    </LoadedVideo>
  );
}

interface LoadedVideoProps extends PickedVideoProps {
  id: string;
  /** Leads to another video, where the way back does not. */
  another?: ReactNode;
}

/** Names a video above its screen. */
export function LoadedVideo({ id, another, children }: LoadedVideoProps) {
  const found = useRead(contract.adminVideos.get, { params: { id } });
  const { data, error } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;
  // The focused list disappeared after the choice.
  useEffect(() => {
    if (isThere && document.activeElement === document.body) heading.current?.focus();
  }, [isThere]);
  if (error && (error.status === 404 || data?.status === "trashed")) {
    return <EmptyState action={another}>動画が見つかりません。</EmptyState>;
  }
  if (!data) return <NotLoaded query={found} message="データの取得に失敗しました。" />;
  if (data.status === "trashed") return <EmptyState action={another}>この動画はゴミ箱にあります。</EmptyState>;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-surface px-5 py-4">
        <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
          {data.title}
        </h2>
        <div className="flex flex-wrap gap-3">
          {data.status === "published" && (
            <ButtonLink look="secondary" to={`/video/${data.id}`}>
              見る
            </ButtonLink>
          )}
          {another}
        </div>
      </div>
      {children(data)}
    </>
  );
}
