import type { Showcase } from "@manabiya/contract/site/published-pages.ts";
import { Section, type SectionProps } from "./section.tsx";

interface VideosProps extends SectionProps {
  videos: Showcase["videos"];
}

/** Real videos, with their own pictures. */
export function Videos({ copy: { videos: texts }, videos, ...section }: VideosProps) {
  return (
    <Section id="videos" {...texts} {...section}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6">
        {videos.map(({ title, picture }) => (
          <li key={picture}>
            <img
              src={picture}
              alt=""
              width={320}
              height={180}
              loading="lazy"
              decoding="async"
              className="aspect-video w-full rounded-lg border border-border bg-sunken object-cover"
            />
            <h3 className="mt-2 text-sm">{title}</h3>
          </li>
        ))}
      </ul>
    </Section>
  );
}
