import type { SpokenHit } from "@manabiya/contract/catalogue/search.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import type { Reads } from "../cache/reads.ts";
import { Values } from "./conditions.ts";

/** Shown per video. */
const SPOKEN_HITS = 3;
/** Characters of a question, and of its answer. */
const EXCERPT = 200;
const MILLISECONDS = 1_000;

/**
 * By video: the lines of published captions and the answered questions with most of the words, by time. The index has no
 * question while the site or the video takes none.
 * @param words each with its spellings, normalised
 */
export async function findSpokenHits(
  reads: Reads,
  videoIds: number[],
  words: string[][],
): Promise<Map<number, SpokenHit[]>> {
  const values = new Values(videoIds);
  const parameters = words.map((spellings) => spellings.map((text) => values.add(text)));
  const isIn = (column: string) =>
    parameters.map((spellings) => `(${spellings.map((text) => `strpos(${column}, ${text}) > 0`).join(" or ")})`);
  const found = isIn("l.search_text").map((condition) => `${condition}::int`);
  const text = `
    select s.video_id, line.starts_ms, line.text, line.answer
      from video_search_spoken s, lateral (
        select l.starts_ms, l.text, l.answer
          from (select l.starts_ms, l.text, null as answer, l.search_text
                  from captions c join caption_lines l on l.video_id = c.video_id
                 where c.published and c.video_id = s.video_id
                union all
                select q.second * ${MILLISECONDS}, left(q.text, ${EXCERPT}), left(q.answer, ${EXCERPT}), q.search_text
                  from questions q
                 where q.video_id = s.video_id and q.is_public and q.state = 'shown'
                   and strpos(s.spoken_text, q.search_text) > 0) as l
         where ${isIn("l.search_text").join(" or ")}
         order by ${found.length > 1 ? `${found.join(" + ")} desc, ` : ""}l.starts_ms limit ${SPOKEN_HITS}) as line
     where s.video_id = any ($1::int[]) and (${isIn("s.spoken_text").join(" or ")})
     order by line.starts_ms`;
  const { rows } = await reads.query<SpokenRow>({ text, values: values.list });
  const byVideo = Map.groupBy(rows, ({ video_id }) => video_id);
  return new Map([...byVideo].map(([id, lines]) => [id, lines.map(present)]));
}

type SpokenRow = Omit<SpokenHit, "answer" | "time_formatted"> & { video_id: number; answer: string | null };

function present({ starts_ms, text, answer }: SpokenRow): SpokenHit {
  const time_formatted = formatTimeCode(Math.floor(starts_ms / MILLISECONDS));
  return { starts_ms, time_formatted, text, ...(answer !== null && { answer }) };
}
