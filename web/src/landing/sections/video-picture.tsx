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
        <span className="absolute right-2 bottom-2 rounded-sm bg-line px-1.5 py-0.5 text-xs text-paper">
          <span aria-hidden="true">{length}</span>
          <span className="sr-only">{spoken(length)}</span>
        </span>
      )}
    </span>
  );
}

const UNITS = ["時間", "分", "秒"];

/** "4:23" → "4分23秒": screen readers would read a time of day. */
function spoken(length: string): string {
  const numbers = length.split(":").map(Number);
  return numbers.map((number, index) => `${number}${UNITS.at(index - numbers.length)}`).join("");
}
