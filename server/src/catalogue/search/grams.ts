/**
 * A gram is one number for one, two or three consecutive UTF-16 units, with sixteen bits per unit. Words of up to three
 * units are therefore found exactly. No text holds U+0000, so grams of different lengths differ. The longest takes 48 bits, which
 * a JavaScript number holds exactly.
 */
const UNIT = 2 ** 16;
const MAX_LENGTH = 3;
const SPACE = 0x20;

/** The text must be normalised. Words hold no space, so neither do grams. */
export function gramsOfText(text: string): number[] {
  const grams = new Set<number>();
  for (let at = 0; at < text.length; at++) {
    let gram = 0;
    for (let end = at; end < Math.min(at + MAX_LENGTH, text.length); end++) {
      const unit = text.charCodeAt(end);
      if (unit === SPACE) break;
      gram = gram * UNIT + unit;
      grams.add(gram);
    }
  }
  return [...grams];
}

/** The longest grams, which every text with this word or with these words side by side has. */
export function gramsOfWord(words: string): number[] {
  const grams = words.split(" ").flatMap((word) => {
    const length = Math.min(word.length, MAX_LENGTH);
    return Array.from({ length: word.length - length + 1 }, (_, at) => gramOf(word.slice(at, at + length)));
  });
  return [...new Set(grams)];
}

function gramOf(units: string): number {
  let gram = 0;
  for (let at = 0; at < units.length; at++) gram = gram * UNIT + units.charCodeAt(at);
  return gram;
}

/** Whether every text with the word's grams holds the word. */
export function isExact(word: string): boolean {
  return word.length <= MAX_LENGTH && !word.includes(" ");
}
