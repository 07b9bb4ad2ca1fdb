import type { SpokenHit } from "@manabiya/contract/catalogue/search.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import type { Reads } from "../cache/reads.ts";
import { Values } from "./conditions.ts";

/** Shown per video. */
const SPOKEN_HITS = 3;
const MILLISECONDS = 1_000;

/**
 * By video: the lines of published captions with most of the words, by time.
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
    select s.video_id, line.starts_ms, line.text
      from video_search_spoken s, lateral (
        select l.starts_ms, l.text from caption_lines l
         where l.video_id = s.video_id and (${isIn("l.search_text").join(" or ")})
         order by ${found.length > 1 ? `${found.join(" + ")} desc, ` : ""}l.position limit ${SPOKEN_HITS}) as line
     where s.video_id = any ($1::int[]) and (${isIn("s.spoken_text").join(" or ")})
     order by line.starts_ms`;
  const { rows } = await reads.query<{ video_id: number; starts_ms: number; text: string }>({
    text,
    values: values.list,
  });
  const byVideo = Map.groupBy(rows, ({ video_id }) => video_id);
  return new Map([...byVideo].map(([id, lines]) => [id, lines.map(present)]));
}

function present({ starts_ms, text }: { starts_ms: number; text: string }): SpokenHit {
  return { starts_ms, time_formatted: formatTimeCode(Math.floor(starts_ms / MILLISECONDS)), text };
}
