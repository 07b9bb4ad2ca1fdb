import type { MatchedField, SearchHit } from "@manabiya/contract/catalogue/search.ts";
import type { Reads } from "../cache/reads.ts";
import { type Search, Values } from "./conditions.ts";
import { BY_SPELLING, type Field, FIELDS, spellingIn } from "./relevance.ts";

/** The field of a hit that holds the words. */
export type Match = Required<Pick<SearchHit, "matched" | "matched_by">>;

const NAMES: Record<Field, MatchedField> = {
  title: "title",
  chapter: "chapter",
  names: "tag",
  description: "description",
};
const MATCHED_BY = new Map<number, Match["matched_by"]>([
  [BY_SPELLING.typed, "exact"],
  [BY_SPELLING.reading, "reading"],
  [BY_SPELLING.other, "synonym"],
]);

/** By video: the strongest field with one of the words, and the most exact match there. */
export async function findMatches(reads: Reads, search: Search, ids: number[]): Promise<Map<number, Match>> {
  const values = new Values(ids);
  const fields = FIELDS[search.scope];
  const columns = fields.map((field) => {
    const spellings = search.words.map((word) => spellingIn(field, search, { word, values }));
    return `greatest(${spellings.join(", ")}) as ${field}`;
  });
  const text = `
    select v.id, ${columns.join(", ")} from videos v join video_search_texts t on t.video_id = v.id
      left join video_search_readings r on r.video_id = v.id where v.id = any ($1::int[])`;
  const { rows } = await reads.query<{ id: number } & Record<Field, number>>({ text, values: values.list });
  return new Map(
    rows.flatMap((row) => {
      const field = fields.find((each) => row[each] > 0);
      const matched_by = field && MATCHED_BY.get(row[field]);
      return field && matched_by ? [[row.id, { matched: NAMES[field], matched_by }]] : [];
    }),
  );
}
