/** Finds the positions between phrases, as BudouX's parser does. */
type BoundariesOf = (text: string) => readonly number[];

/** Two characters that stay together: in a word of ASCII, or before a particle, dash or closing mark. */
const PAIR = /^(?:[!-~]{2}|.[をへ─—―…、。：；？！・」』）】〉》])$/u;

/** Before an opening bracket and after a mark between two parts. Browsers may break lines there in any case. */
const BESIDE_MARK =
  /(?<=[^「『（【〈《\s])(?=[「『（【〈《])|(?<=[、。：；？！・─—―])(?=[^」』）】〉》、。：；？！・─—―…\s])/g;

/**
 * The positions in a Japanese text where a line may break: between phrases (文節).
 * @returns ascending indices into the text, in UTF-16 code units
 */
export function phraseBreaks(text: string, boundariesOf: BoundariesOf): number[] {
  const found = new Set(boundariesOf(text).filter((index) => !PAIR.test(text.slice(index - 1, index + 1))));
  for (const { index } of text.matchAll(BESIDE_MARK)) found.add(index);
  return [...found].sort((a, b) => a - b);
}

/** CSS alone cannot keep these together: a closing bracket with its particle (「いつか」を), a dash with the word before. */
export const INSEPARABLE = /([」』）】〉》][^」』）】〉》、。：；？！・─—―…\s]|[^─—―\s][─—―]+)/;
