import { textParts } from "./text-parts.ts";

const INLINE = "text-primary underline underline-offset-2 hover:text-primary-hover";

export interface LinkedTextProps {
  text: string;
  /** The video it is about, whose times become links; null without one. */
  video: { duration: number | null; onSeek: (seconds: number) => void } | null;
}

/**
 * Text with its addresses as links and its times as ways into the video. In a file of its own: what finds addresses
 * weighs more than the whole watch page, which can be read without.
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
