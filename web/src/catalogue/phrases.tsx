import { INSEPARABLE } from "@manabiya/contract/rules/phrase-breaks.ts";
import type { ReactNode } from "react";
import { showMore } from "../ui/page/whole-titles.ts";

interface PhrasesProps {
  text: string;
  /** The positions where lines may break, from the server; other servers send none. */
  breaks: readonly number[] | undefined;
}

/** Breaks lines between phrases in every browser; `word-break: auto-phrase` exists in Chromium alone. */
export function Phrases({ text, breaks }: PhrasesProps) {
  return (
    // Another text is measured again.
    <span key={text} ref={showMore} className={breaks?.[0] ? "break-keep" : undefined}>
      {breaks?.[0] ? withBreaks(text, breaks) : text}
    </span>
  );
}

/** @param breaks ascending indices into the text */
export function withBreaks(text: string, breaks: readonly number[]): ReactNode[] {
  return [0, ...breaks].flatMap((from, count) => [
    count > 0 && <wbr key={from} />,
    ...text
      .slice(from, breaks[count])
      .split(INSEPARABLE)
      .map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={`${from} ${index}`} className="whitespace-nowrap">
            {part}
          </span>
        ),
      ),
  ]);
}
