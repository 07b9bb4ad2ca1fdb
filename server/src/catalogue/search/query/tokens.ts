import { nfkc } from "@manabiya/contract/nfkc.ts";
import { normalizeForSearch, searchWords, withLongVowels } from "@manabiya/contract/rules/search-text.ts";

/** A piece of a query that somebody may mean. */
export interface Token {
  /** As it was typed, in NFKC. */
  raw: string;
  /** Hiragana are mostly particles and endings: only their readings can name a subject. Names in hiragana count as katakana. */
  script: "kanji" | "katakana" | "latin" | "hiragana" | "sign";
  /** The pieces of a name or a compound, of which the texts may hold only some. */
  pieces: Token[];
}

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

const SCRIPTS = {
  katakana: /^[ァ-ヺー・]+$/,
  hiragana: /^[ぁ-ゖー]+$/,
  latin: /^[\p{Script=Latin}\p{N}.,'’]+$/u,
  kanji: /\p{L}/u,
};
const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text);
/** In C++, e-mail and Q&A, and the long-vowel mark of rōmaji. */
const JOINING_SIGN = /^[-+#&~]$/;

/** Kanji of a word that the segmenter does not know, which it returns one by one. */
const MAX_UNKNOWN = 4;
/** Segments of a name such as お客様の声. */
const MAX_NAME = 6;

/**
 * The tokens of a query in groups: those of a group touch each other, as in 価格設定.
 * @param isName whether a normalised text is a name or synonym, which stays whole
 */
export function tokensOf(query: string, isName: (text: string) => boolean): Token[][] {
  const visible = withLongVowels(nfkc(query).replace(/\p{Default_Ignorable_Code_Point}+/gu, ""));
  const groups = groupsOf(withFirstNoun(wholeNames(joined(segmentsOf(visible)), isName), visible));
  // A query of signs alone asks for them.
  return groups.length > 0 ? groups : [[{ raw: visible.trim(), script: "sign", pieces: [] }]];
}

function segmentsOf(query: string): Token[] {
  return [...segmenter.segment(query)].map(({ segment, isWordLike }) => {
    const isWord = isWordLike || SCRIPTS.katakana.test(segment);
    const script = isWord
      ? (Object.entries(SCRIPTS).find(([, pattern]) => pattern.test(segment))?.[0] ?? "sign")
      : "sign";
    return { raw: segment, script: script as Token["script"], pieces: [] };
  });
}

/** The segmenter breaks words that it does not know: ランディ・ン・グ, 議事・禄. */
function joined(segments: Token[]): Token[] {
  const tokens: Token[] = [];
  for (const segment of segments) {
    const last = tokens.at(-1);
    const isJoined = last !== undefined && segment.script !== "sign" && belongsTo(last, segment);
    if (isJoined || (last?.script === "latin" && JOINING_SIGN.test(segment.raw))) {
      const pieces = last.pieces.length > 0 ? last.pieces : [last];
      tokens.splice(-1, 1, { raw: last.raw + segment.raw, script: last.script, pieces: [...pieces, segment] });
    } else tokens.push(segment);
  }
  return tokens;
}

function belongsTo(last: Token, { raw, script }: Token): boolean {
  if (/^ー+$/.test(raw)) return last.script === "hiragana" || last.script === "katakana";
  if (script !== "kanji") return script === last.script;
  const isBroken = [last.raw, raw].some((text) => [...text].length === 1);
  return isBroken && isHan(last.raw) && isHan(raw) && last.raw.length + raw.length <= MAX_UNKNOWN;
}

/** A particle or a space ends it, as in からあげの作り方. A longer run is a phrase. */
const FIRST_NOUN = /^(?:[ぁ-ゖー]{2,6}?(?=[がには]\s)|[ぁ-ゖー]{3,6}?(?=[のを]|\s|[がで][^ぁ-ゖー]))/;

/** Most hiragana are grammar, but what a query begins with is a noun, which names its subject. */
function withFirstNoun([first, ...others]: Token[], query: string): Token[] {
  const [noun] = FIRST_NOUN.exec(query) ?? [];
  if (first?.script !== "hiragana" || noun === undefined) return first ? [first, ...others] : [];
  const particle = first.raw.slice(noun.length);
  return [
    { raw: noun, script: "katakana", pieces: [] },
    ...(particle === "" ? [] : [{ ...first, raw: particle }]),
    ...others,
  ];
}

/** The longest names come first. */
function wholeNames(tokens: Token[], isName: (text: string) => boolean): Token[] {
  const whole: Token[] = [];
  for (let from = 0; from < tokens.length;) {
    let pieces = tokens.slice(from, from + MAX_NAME);
    while (pieces.length > 1 && !isWhole(pieces, isName)) pieces = pieces.slice(0, -1);
    const [first] = pieces;
    if (first) whole.push(pieces.length > 1 ? { raw: rawOf(pieces), script: "kanji", pieces } : first);
    from += pieces.length;
  }
  return whole;
}

const isWhole = (tokens: Token[], isName: (text: string) => boolean) =>
  [tokens[0], tokens.at(-1)].every((token) => token?.script !== "sign") && isName(searchWords(rawOf(tokens)).join(" "));

export const rawOf = (tokens: Token[]) => tokens.map(({ raw }) => raw).join("");

/** Signs and hiragana end a group, and so do endings of verbs. */
function groupsOf(tokens: Token[]): Token[][] {
  const groups: Token[][] = [[]];
  for (const token of tokens) {
    const isApart = token.script === "hiragana" || token.script === "sign";
    if (isApart) groups.push([]);
    if (token.script !== "sign") groups.at(-1)?.push(token);
    if (isApart || /\p{Script=Han}[ぁ-ゖ]+$/u.test(token.raw)) groups.push([]);
  }
  return groups.filter(({ length }) => length > 0);
}

/** A token without its okurigana, which people write differently: 申し込み → 申込. */
export const withoutKana = (text: string) => text.replace(/[\u3041-\u3096]/g, "");

/** One kanji with an ending, as in 決める and 書き方: it says what somebody does with the subject. */
export const isVerb = (text: string) =>
  /^(?:\p{Script=Han}[\u3041-\u3096]{1,2}方?|[\u3041-\u3096]{2,3}方)$/u.test(text);

export const normalizedOf = ({ raw }: Token) => searchWords(raw).join(" ") || normalizeForSearch(raw);
