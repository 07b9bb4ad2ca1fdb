import { markWords } from "./mark-words.ts";

/** A text in which the words that were searched for are marked. `words` are normalised. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((stretch, index) =>
    stretch.isHit ? (
      <mark key={index} className="rounded-sm bg-signal text-on-signal">
        {stretch.text}
      </mark>
    ) : (
      stretch.text
    ),
  );
}
