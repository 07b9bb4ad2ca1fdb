import { Link } from "react-router";
import type { VideoDetail } from "../../api/answers.ts";
import { Phrases } from "../../catalogue/phrases.tsx";
import { PublishedDate } from "../../catalogue/videos/published-date.tsx";

interface VideoHeadingProps {
  video: Pick<VideoDetail, "title" | "title_breaks" | "categories" | "created_at">;
  viewCount: number;
}

export function VideoHeading({ video, viewCount }: VideoHeadingProps) {
  return (
    <div className="grid gap-2">
      <h1 className="text-lg md:text-xl">
        <Phrases text={video.title} breaks={video.title_breaks} />
      </h1>
      <p className="flex flex-wrap items-center gap-x-4 text-muted">
        <span>{viewCount.toLocaleString("ja-JP")}回視聴</span>
        <PublishedDate instant={video.created_at} format="long" />
        {/* On phones on their own line, so that a growing count does not move them. */}
        <span className="flex flex-wrap gap-x-4 max-md:basis-full">
          {video.categories.map(({ id, name }) => (
            <Link
              key={id}
              to={`/category/${id}`}
              className="inline-flex min-h-target items-center text-primary underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          ))}
        </span>
      </p>
    </div>
  );
}
