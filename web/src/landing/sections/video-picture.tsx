import type { ShownVideo } from "@manabiya/contract/site/published-pages.ts";

/** A video's picture with its length. */
export function VideoPicture({ picture, length, className = "" }: ShownVideo & { className?: string }) {
  return (
    <span className={`relative block overflow-hidden bg-sunken ${className}`}>
      <img
        src={picture}
        alt=""
        width={320}
        height={180}
        loading="lazy"
        decoding="async"
        className="aspect-video w-full object-cover"
      />
      {length !== "" && (
        <span className="absolute right-2 bottom-2 rounded-sm bg-line px-1.5 py-0.5 text-xs text-paper">{length}</span>
      )}
    </span>
  );
}
