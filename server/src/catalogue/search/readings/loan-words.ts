import { toRomaji } from "wanakana";

/** Shorter ones stand for too many words. */
const MIN_CONSONANTS = 4;

/** In order: how katakana renders the sounds of other languages. */
const SOUNDS: [RegExp, string][] = [
  [/ph/g, "f"],
  [/tion/g, "shn"],
  [/tch|ch|ts/g, "t"],
  [/ck|qu/g, "k"],
  [/th|sh|c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/x/g, "ks"],
  [/l/g, "r"],
  [/v/g, "b"],
  [/dg|z|g(?=[ei])/g, "j"],
  [/^wr/g, "r"],
  // カード has no sound of the r in "card".
  [/r(?![aeiouyr])/g, ""],
  [/m(?=[bp])/g, "n"],
  [/[aeiouyw]/g, ""],
  [/(.)\1+/g, "$1"],
];

/** The consonants that a word in Latin latin and its loan in katakana share: "marketing", マーケティング. @param word in NFKC */
export function consonantsOf(word: string): string | null {
  const latin = /^[ァ-ヺー・]+$/.test(word) ? toRomaji(word.replace(/[ー・]/g, "")) : word.toLowerCase();
  if (!/^[a-z]+$/.test(latin)) return null;
  const consonants = SOUNDS.reduce((text, [sound, rendered]) => text.replace(sound, rendered), latin);
  return consonants.length < MIN_CONSONANTS ? null : consonants;
}
