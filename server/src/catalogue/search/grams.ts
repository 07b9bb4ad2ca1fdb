/**
 * Grams are numbers for one, two and three UTF-16 units in a row, so that words of up to three units are found exactly.
 * A gram's units stand behind each other, sixteen bits each: as no text holds U+0000, grams of different lengths are
 * different numbers, and the longest takes 48 bits, which JavaScript's numbers hold exactly.
 */
const UNIT = 2 ** 16;
const LONGEST = 3;
const SPACE = 0x20;

/** Every gram of a normalised text. Words hold no space, so neither do grams. */
export function gramsOfText(text: string): number[] {
  const grams = new Set<number>();
  for (let at = 0; at < text.length; at++) {
    let gram = 0;
    for (let end = at; end < Math.min(at + LONGEST, text.length); end++) {
      const unit = text.charCodeAt(end);
      if (unit === SPACE) break;
      gram = gram * UNIT + unit;
      grams.add(gram);
    }
  }
  return [...grams];
}

/** The longest grams of a word, which every text with this word has. */
export function gramsOfWord(word: string): number[] {
  const length = Math.min(word.length, LONGEST);
  const grams = Array.from({ length: word.length - length + 1 }, (_, at) =>
    gramOf(word.slice(at, at + length)),
  );
  return [...new Set(grams)];
}

function gramOf(units: string): number {
  let gram = 0;
  for (let at = 0; at < units.length; at++) gram = gram * UNIT + units.charCodeAt(at);
  return gram;
}

/** Whether a text that has the word's grams certainly holds the word. */
export function isExact(word: string): boolean {
  return word.length <= LONGEST;
}
