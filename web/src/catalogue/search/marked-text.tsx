import { markWords } from "./mark-words.ts";

/** Marks the search words in a text. `words` are normalised. */
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
