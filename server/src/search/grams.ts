/**
 * Grams are numbers for single UTF-16 units and for pairs of neighbours, so that words of one and two units are
 * found exactly. A unit is its own code; a pair is `first << 16 | second` as a signed 32-bit number, which is never
 * a unit's code, as no text holds U+0000.
 */
const PAIR_SHIFT = 16;
const SPACE = 0x20;

function pair(text: string, at: number): number {
  return (text.charCodeAt(at) << PAIR_SHIFT) | text.charCodeAt(at + 1);
}

/** Every gram of a normalised text. Words hold no space, so neither do grams. */
export function gramsOfText(text: string): number[] {
  const grams = new Set<number>();
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === SPACE) continue;
    grams.add(text.charCodeAt(at));
    if (at + 1 < text.length && text.charCodeAt(at + 1) !== SPACE) grams.add(pair(text, at));
  }
  return [...grams];
}

/** The grams that every text with this word has. */
export function gramsOfWord(word: string): number[] {
  if (word.length === 1) return [word.charCodeAt(0)];
  return [...new Set(Array.from({ length: word.length - 1 }, (_, at) => pair(word, at)))];
}

/** Whether a text that has the word's grams certainly holds the word. */
export function isExact(word: string): boolean {
  return word.length <= 2;
}
