import type { Reads } from "../cache/reads.ts";
import type { ListRange } from "../cache/catalog-list.ts";
import { CARD_COLUMNS, type CardRow, isPublished } from "../videos/rows.ts";
import { isInCategories, isNamed, isReadAs, type Scope, type Search, textHolds, Values } from "./conditions.ts";
import { hits, spokenHits } from "./hit-sets.ts";
import type { Hits } from "./hits.ts";
import { keyOfReading } from "./readings/reading-keys.ts";
import { isPlain, type SearchedWord, spellingsOf } from "./words.ts";

/** Each field weighs more than all below it together, also by a synonym. Below them spoken words weigh 1 if they are typed. */
const WEIGHTS = { title: 21, chapter: 8, names: 3, description: 1 };
/** The typed spelling counts more than a reading, and a reading more than another spelling. */
export const BY_SPELLING = { typed: 5, reading: 4, other: 3 };

/**
 * By the fields that hold the words, then by publication; the order `desc` begins with the best. Without the ids of
 * all hits only titles and names count, because the other texts of so many videos take too long to read. A first page of
 * many hits usually holds nothing but titles, so the other hits are not searched for again.
 */
export async function listRanked(
  reads: Reads,
  search: Search,
  { range, found }: { range: ListRange; found: Pick<Hits, "ids" | "common"> },
): Promise<CardRow[]> {
  const { ids, common } = found;
  if (ids !== null) return readRange(reads, range, (values) => knownHits(search, ids, values));
  if (range.order === "desc" && FIELDS[search.scope].length > 1) {
    const titled = await readRange(reads, range, (values) => allHits({ ...search, scope: "title" }, values, []));
    if (titled.length === range.limit) return titled;
  }
  return readRange(reads, range, (values) => allHits(search, values, common));
}

async function readRange(
  reads: Reads,
  { order, limit, offset }: ListRange,
  select: (values: Values) => string,
): Promise<CardRow[]> {
  const values = new Values(limit, offset);
  const text = `
    with range as (
      select * from (${select(values)}) as hit
       order by hit.score ${order}, hit.published_at ${order}, hit.id ${order} limit $1 offset $2)
    select ${CARD_COLUMNS} from range join videos v on v.id = range.id
     order by range.score ${order}, range.published_at ${order}, range.id ${order}`;
  const { rows } = await reads.query<CardRow>({ text, values: values.list });
  return rows;
}

function knownHits(search: Search, ids: number[], values: Values): string {
  const score = search.words.map((word) => scoreOfWord(search, word, values)).join(" + ");
  const hasReadings = search.words.some(({ reading }) => reading !== null);
  return `
    select v.id, v.published_at, ${score} as score from videos v join video_search_texts t on t.video_id = v.id
      ${hasReadings ? "left join video_search_readings r on r.video_id = v.id" : ""}
     where v.id = any (${values.add(ids)}::int[]) and ${isPublished(values.add(search.at))}`;
}

export type Field = keyof typeof WEIGHTS;

/** The fields that a search may weigh, the strongest first. Users without access get an order by what they see, too. */
export const FIELDS: Record<Scope, readonly Field[]> = {
  all: ["title", "chapter", "names", "description"],
  texts: ["title", "chapter", "names", "description"],
  shown: ["title", "names"],
  title: ["title"],
  chapter: ["chapter"],
};

function scoreOfWord(search: Search, word: SearchedWord, values: Values): string {
  return FIELDS[search.scope]
    .map((field) => `${WEIGHTS[field]} * ${spellingIn(field, search, { word, values })}`)
    .concat(isPlain(word) || search.scope !== "all" ? [] : `(${isSpoken(word, values)})::int`)
    .join(" + ");
}

/** The texts of captions are long, so that their index decides. */
function isSpoken({ text }: SearchedWord, values: Values): string {
  return `v.id in (${spokenHits(text, values)})`;
}

/** How a field of `videos v` with texts `t` and readings `r` holds a word: a value of `BY_SPELLING`, or 0. */
export function spellingIn(
  field: Field,
  { names }: Search,
  { word, values }: { word: SearchedWord; values: Values },
): string {
  const { text, others, reading } = word;
  const holds = (spelling: string) =>
    field === "names"
      ? isNamed(names.find(spelling), values).join(" or ") || "false"
      : textHolds([field === "description" ? "texts" : field], spelling, values);
  // The kana of rōmaji are no synonym.
  const factorOf = (other: string) => BY_SPELLING[keyOfReading(other) === reading ? "reading" : "other"];
  const cases = [
    [holds(text), BY_SPELLING.typed] as const,
    ...(reading === null ? [] : [[isReadAs(field, reading, values), BY_SPELLING.reading] as const]),
    ...others.map((other) => [holds(other), reading === null ? BY_SPELLING.other : factorOf(other)] as const),
  ];
  return `case ${cases.map(([condition, factor]) => `when ${condition} then ${factor}`).join(" ")} else 0 end`;
}

function allHits(search: Search, values: Values, common: readonly string[]): string {
  return `
    select v.id, v.published_at, ${scoreOfMany(search, values)} as score from (${hits(search, values, common)} offset 0) as found
      join videos v on v.id = found.video_id
     where ${isPublished(values.add(search.at))} and ${isInCategories(search, values)}`;
}

/** One field holds all words. In a search of one field all hits are equal. */
function scoreOfMany(search: Search, values: Values): string {
  const { scope, words, names } = search;
  if (scope === "title" || scope === "chapter") return "0";
  const titles = hits({ ...search, scope: "title", hidden: [] }, values, []);
  const isInNames = (word: SearchedWord) => spellingsOf(word).flatMap((text) => isNamed(names.find(text), values));
  const areNamed = words.map((word) => `(${isInNames(word).join(" or ") || "false"})`).join(" and ");
  return `case when v.id in (${titles}) then ${WEIGHTS.title} when ${areNamed} then ${WEIGHTS.names} else 0 end`;
}
