import { ClockTime } from "../videos/clock-time.tsx";
import { textSegments } from "./text-segments.ts";

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
      {textSegments(text, video?.duration ?? null).map((segment, index) => {
        if (segment.type === "words") return segment.text;
        if (segment.type === "time") {
          return (
            <button key={index} type="button" className={INLINE} onClick={() => video?.onSeek(segment.seconds)}>
              <ClockTime seconds={segment.seconds} text={segment.text} />
            </button>
          );
        }
        return (
          <a key={index} href={segment.url} target="_blank" rel="noopener noreferrer" className={INLINE}>
            {segment.text}
            <span className="sr-only">（新しいタブで開きます）</span>
          </a>
        );
      })}
    </>
  );
}
