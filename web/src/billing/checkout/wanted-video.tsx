import { contract } from "@manabiya/contract";
import { useNextPath } from "../../session/next-path.ts";
import { Navigate } from "react-router";
import { useRead } from "../../api/calls.ts";
import { useOpenLessonPath } from "../../catalogue/videos/open-lesson-path.ts";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const BOX = "flex flex-wrap items-center gap-4 rounded-lg border bg-surface p-3";

/** The video to which the payment leads, with picture and title. Nothing without one, or if it cannot be shown. */
export function WantedVideo() {
  const next = useNextPath();
  const lesson = useOpenLessonPath(next);
  const id = /^\/video\/(\d+)(?:[?#]|$)/.exec(next)?.[1];
  const { data, isLoading } = useRead(
    contract.videos.card,
    { params: { id: id ?? "" } },
    { enabled: id !== undefined },
  );
  if (lesson) return <Navigate replace to={lesson} />;
  if (isLoading) return <Skeleton className="h-24" />;
  if (!data) return null;
  return (
    <section aria-labelledby="wanted" className={BOX}>
      <div className="w-32 shrink-0 overflow-hidden rounded-md border max-[22rem]:w-24">
        <Thumbnail video={data} sizes="8rem" isEager />
      </div>
      <div className="flex-1 basis-28">
        <h2 id="wanted" className="text-xs font-normal text-muted">
          お支払いのあと、すぐに視聴できる動画
        </h2>
        <p className="mt-1 line-clamp-3 font-bold">{data.title}</p>
      </div>
    </section>
  );
}
