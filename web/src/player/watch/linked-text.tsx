import { textParts } from "./text-parts.ts";

const INLINE = "text-primary underline underline-offset-2 hover:text-primary-hover";

export interface LinkedTextProps {
  text: string;
  /** The video whose times become links; null without one. */
  video: { duration: number | null; onSeek: (seconds: number) => void } | null;
}

/**
 * Turns addresses and times into links. Loaded on demand, because the link finder weighs more than the watch page.
 */
export default function LinkedText({ text, video }: LinkedTextProps) {
  return (
    <>
      {textParts(text, video?.duration ?? null).map((part, index) => {
        if (part.type === "words") return part.text;
        if (part.type === "time") {
          return (
            <button key={index} type="button" className={INLINE} onClick={() => video?.onSeek(part.seconds)}>
              {part.text}
            </button>
          );
        }
        return (
          <a key={index} href={part.url} target="_blank" rel="noopener noreferrer" className={INLINE}>
            {part.text}
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        );
      })}
    </>
  );
}
