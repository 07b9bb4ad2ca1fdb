import type { Showcase } from "@manabiya/contract/site/published-pages.ts";
import { Section, type SectionProps } from "./section.tsx";
import { VideoPicture } from "./video-picture.tsx";

interface VideosProps extends SectionProps {
  videos: Showcase["videos"];
}

/** Real videos, with their own pictures. */
export function Videos({ copy: { videos: texts }, videos, ...section }: VideosProps) {
  return (
    <Section id="videos" {...texts} {...section}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6">
        {videos.map((video) => (
          <li key={video.picture}>
            <VideoPicture {...video} className="rounded-lg border border-border" />
            <h3 className="mt-2 text-sm">{video.title}</h3>
          </li>
        ))}
      </ul>
    </Section>
  );
}
