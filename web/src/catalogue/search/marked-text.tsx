import { Fragment } from "react";
import { withBreaks } from "../phrases.tsx";
import { showMore } from "../../ui/page/whole-titles.ts";
import { markWords } from "./mark-words.ts";

interface MarkedTextProps {
  text: string;
  /** Normalised. */
  words: readonly string[];
  breaks?: readonly number[] | undefined;
}

/** Marks the search words in a text. */
export function MarkedText({ text, words, breaks = [] }: MarkedTextProps) {
  const stretches = markWords(text, words);
  const marked = stretches.map(({ text: part, isHit }, count) => {
    const start = stretches.slice(0, count).reduce((length, before) => length + before.text.length, 0);
    const end = start + part.length;
    const inside = breaks.filter((index) => start <= index && index < end).map((index) => index - start);
    return isHit ? (
      <mark key={start} className="rounded-sm bg-signal text-on-signal">
        {withBreaks(part, inside)}
      </mark>
    ) : (
      <Fragment key={start}>{withBreaks(part, inside)}</Fragment>
    );
  });
  return breaks.length > 0 ? (
    <span ref={showMore} className="break-keep">
      {marked}
    </span>
  ) : (
    marked
  );
}
