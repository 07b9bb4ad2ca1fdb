import { type ComponentProps, useState } from "react";
import type { VideoCard } from "../../api/answers.ts";
import { mediaAddress } from "../../api/media-address.ts";
import { thumbnailSource } from "./thumbnail-source.ts";

interface ThumbnailProps {
  video: Pick<VideoCard, "video_id" | "thumbnail">;
  /** The `sizes` attribute of the `<img>`. */
  sizes: string;
  /** Visible without scrolling, so it must not load lazily. */
  isEager?: boolean;
}

/** 16:9 and decorative, because the title stands beside it. */
export function Thumbnail({ video, sizes, isEager = false }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  const source = thumbnailSource({ ...video, thumbnail: video.thumbnail ? mediaAddress(video.thumbnail) : null });
  if (!source || isBroken) return <Placeholder />;
  return <Picture {...source} sizes={sizes} isEager={isEager} onError={() => setBroken(true)} />;
}

/** 16:9 and decorative. */
export function Picture({ isEager, ...image }: ComponentProps<"img"> & { isEager: boolean }) {
  return (
    <img
      {...image}
      alt=""
      width={640}
      height={360}
      loading={isEager ? "eager" : "lazy"}
      decoding="async"
      className="aspect-video w-full bg-sunken object-cover"
    />
  );
}

function Placeholder() {
  return (
    <svg aria-hidden viewBox="0 0 320 180" className="block aspect-video w-full bg-sunken text-control-border">
      <g fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M112 46h78l18 18v70h-96z" className="fill-surface" />
        <path d="M190 46v18h18" />
        <path d="M128 118h64M128 126h40" opacity="0.5" />
      </g>
      <circle cx="160" cy="88" r="19" className="fill-primary" />
      <path d="M154.500 79.500l14 8.500-14 8.500z" className="fill-on-primary" />
    </svg>
  );
}
