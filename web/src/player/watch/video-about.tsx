import { Link } from "react-router";
import type { VideoDetail } from "../../api/answers.ts";
import { TextWithLinks } from "../../catalogue/text/text-with-links.tsx";

interface VideoAboutProps {
  video: Pick<VideoDetail, "duration" | "tags" | "description">;
  onSeek: (seconds: number) => void;
}

export function VideoAbout({ video, onSeek }: VideoAboutProps) {
  const { duration, tags, description } = video;
  return (
    <section aria-labelledby="about" className="grid gap-4 border-t pt-6">
      <h2 id="about" className="text-base">
        この動画について
      </h2>
      {description.trim() === "" ? (
        <p className="text-muted">説明はありません</p>
      ) : (
        <p className="max-w-reading text-base whitespace-pre-line">
          <TextWithLinks text={description} video={{ duration, onSeek }} />
        </p>
      )}
      {tags.length > 0 && (
        <ul aria-label="タグ" className="flex flex-wrap gap-2">
          {tags.map(({ id, name }) => (
            <li key={id}>
              <Link
                to={`/search?${new URLSearchParams({ q: name, type: "all" })}`}
                className="inline-flex min-h-target items-center rounded-md bg-sunken px-4 hover:text-primary hover:underline"
              >
                #{name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
