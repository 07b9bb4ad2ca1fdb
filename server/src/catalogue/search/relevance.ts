import type { MatchedField, SearchHit } from "@manabiya/contract/catalogue/search.ts";
import type { Reads } from "../cache/reads.ts";
import type { ListRange } from "../cache/catalog-list.ts";
import { type CardRow, isPublished } from "../videos/rows.ts";
import { isNamed, isReadAs, type Scope, type Search, textHolds, Values } from "./conditions.ts";
import { hits, hitsIn } from "./hit-sets.ts";
import { listHits } from "./hits.ts";
import { type SearchedWord, spellingsOf } from "./words.ts";

/** The worth of a field to a search. It outweighs those below it, by any spelling. */
const FIELDS = {
  title: { worth: 1, matched: "title" },
  chapter: { worth: 0.8, matched: "chapter" },
  names: { worth: 0.64, matched: "tag" },
  description: { worth: 0.5, matched: "description" },
  spoken: { worth: 0.48, matched: "spoken" },
} as const satisfies Record<string, { worth: number; matched: MatchedField }>;
type Field = keyof typeof FIELDS;

/** A field that holds a word beside a stronger one decides between videos that are equal otherwise. */
const FURTHER_FIELD = 0.02;

/** How a field holds a word; the index is the digit of its code. */
const SPELLINGS = [
  { worth: 0, matched_by: "synonym" },
  { worth: 0.88, matched_by: "synonym" },
  { worth: 0.96, matched_by: "reading" },
  { worth: 1, matched_by: "exact" },
] as const;
const CODE = { other: 1, read: 2, typed: 3 };

/** The fields that a search may weigh, the strongest first. Users without access get an order by what they see, too. */
const WEIGHED: Record<Scope, readonly Field[]> = {
  all: ["title", "chapter", "names", "description", "spoken"],
  shown: ["title", "names"],
  title: ["title"],
  chapter: ["chapter"],
};

/** A video with one code per word: its digits to base four say how each weighed field holds the word. */
export interface Weighed {
  id: number;
  codes: number[];
}

/** How the fields of some videos hold the words of a search; the newest video first. */
export async function weigh(reads: Reads, search: Search, ids: readonly number[]): Promise<Weighed[]> {
  const values = new Values(ids);
  const codes = search.words.map((word) =>
    WEIGHED[search.scope].reduce((code, field) => `(${code} * 4 + ${codeIn(field, search, { word, values })})`, "0"),
  );
  const text = `
    select v.id, array[${codes.join(", ")}]::int[] as codes from videos v join video_search_texts t on t.video_id = v.id
      left join video_search_readings r on r.video_id = v.id
     where v.id = any ($1::int[]) and ${isPublished(values.add(search.at))}
     order by v.published_at desc, v.id desc`;
  const { rows } = await reads.query<Weighed>({ text, values: values.list });
  return rows;
}

/** An expression of `videos v` with texts `t` and readings `r`. The texts of captions are long, so that their index decides. */
function codeIn(field: Field, { names }: Search, { word, values }: { word: SearchedWord; values: Values }): string {
  const { text, others, readings } = word;
  const holds = (spelling: string) => {
    if (field === "spoken") return `v.id in (${hitsIn("spoken", spelling, values)})`;
    if (field === "names") return isNamed(names.find(spelling), values).join(" or ") || "false";
    return textHolds([field === "description" ? "texts" : field], spelling, values);
  };
  const isRead = readings.length > 0 && field !== "spoken";
  const cases = [
    [holds(text), CODE.typed] as const,
    ...(isRead ? [[isReadAs(field, readings, values), CODE.read] as const] : []),
    ...others.map((other) => [holds(other), CODE.other] as const),
  ];
  return `case ${cases.map(([condition, code]) => `when ${condition} then ${code}`).join(" ")} else 0 end`;
}

/** The spelling in each weighed field, the strongest field first. */
function digitsOf(scope: Scope, code: number): { field: Field; spelling: (typeof SPELLINGS)[number] }[] {
  const fields = WEIGHED[scope];
  return fields.flatMap((field, index) => {
    const spelling = SPELLINGS[Math.floor(code / 4 ** (fields.length - 1 - index)) % 4];
    return spelling === undefined || spelling.worth === 0 ? [] : [{ field, spelling }];
  });
}

/** From 0 to a little more than 1: how well a video holds a word. */
export function worthOf(scope: Scope, code: number): number {
  const [best = 0, ...further] = digitsOf(scope, code)
    .map(({ field, spelling }) => FIELDS[field].worth * spelling.worth)
    .toSorted((a, b) => b - a);
  return best + FURTHER_FIELD * further.reduce((sum, worth) => sum + worth, 0);
}

export type Match = Required<Pick<SearchHit, "matched" | "matched_by">>;

/** The strongest field with one of the words, and the most exact match there. */
export function matchOf(scope: Scope, codes: readonly number[]): Match | undefined {
  const digits = codes.flatMap((code) => digitsOf(scope, code));
  const strongest = WEIGHED[scope].find((each) => digits.some(({ field }) => field === each));
  const ofField = digits.filter(({ field }) => field === strongest);
  const [best] = ofField.toSorted((one, other) => other.spelling.worth - one.spelling.worth);
  return best && { matched: FIELDS[best.field].matched, matched_by: best.spelling.matched_by };
}

/**
 * Of so many hits that their ids are not known only titles and names count, because the other texts take too long to read. A first
 * page usually holds nothing but titles, so the other hits are not searched for again. The order `desc` begins with the best.
 */
export async function listRanked(reads: Reads, search: Search, range: ListRange): Promise<CardRow[]> {
  const asked = { range, ids: null };
  if (WEIGHED[search.scope].length === 1) return listHits(reads, search, asked);
  // All titles are equal. The number of hits says nothing about theirs, so that their index is safer than a scan.
  const byTitle = { ...asked, scoreOf: () => "0" };
  const titled = range.order === "desc" ? await listHits(reads, { ...search, scope: "title" }, byTitle) : [];
  return titled.length === range.limit ? titled : listHits(reads, search, { ...asked, scoreOf: scoreOfMany });
}

/** One field holds all words. */
function scoreOfMany(search: Search, values: Values): string {
  const { words, names } = search;
  const titles = hits({ ...search, scope: "title", hidden: [] }, values);
  const isInNames = (word: SearchedWord) => spellingsOf(word).flatMap((text) => isNamed(names.find(text), values));
  const areNamed = words.map((word) => `(${isInNames(word).join(" or ") || "false"})`).join(" and ");
  return `case when v.id in (${titles}) then 2 when ${areNamed} then 1 else 0 end`;
}
