import { searchTextOf } from "@manabiya/server/src/catalogue/captions/search-text.ts";
import type { Database } from "@manabiya/server/src/db/open.ts";
import { Random } from "./random.ts";
import { TERMS, VERBS } from "./words.ts";

const SEED = 20_261_123;
const BATCH = 2_000;
export const CUES_PER_VIDEO = 10;

/** Published captions of every video, said in other words than the lesson's own. */
export async function loadCues(db: Database, videos: number): Promise<void> {
  const random = new Random(SEED);
  for (let from = 0; from < videos; from += BATCH) {
    const texts = Array.from({ length: Math.min(BATCH, videos - from) * CUES_PER_VIDEO }, () => makeCue(random));
    const cues = texts.map((text, index) => ({
      video: from + 1 + Math.floor(index / CUES_PER_VIDEO),
      position: index % CUES_PER_VIDEO,
      text,
      search_text: searchTextOf(text),
    }));
    await db.query({
      text: `
        with cues as (
          select v.id as video_id, position, text, search_text
            from json_to_recordset($1::json) as c (video int, position int, text text, search_text text)
            join videos v on v.video_id = 'bench-' || c.video),
        made as (
          insert into captions (video_id, published, updated_at) select distinct video_id, true, now() from cues
          returning video_id)
        insert into caption_lines (video_id, position, starts_ms, ends_ms, text, search_text)
        select video_id, position, position * 75000, position * 75000 + 5000, text, search_text
          from cues join made using (video_id)`,
      values: [JSON.stringify(cues)],
    });
  }
}

function makeCue(random: Random): string {
  const term = () => random.pickCommonFirst(TERMS);
  const cues = [
    () => `ここで一度、${term()}の話に戻りますね`,
    () => `${term()}というのは、思ったより時間がかかります`,
    () => `まず${random.pick(TERMS)}を${random.pick(VERBS)}ところから始めてください`,
    () => `私も昔は${random.pick(TERMS)}でつまずきました`,
    () => "はい、では次の画面を見てください",
  ];
  return random.pick(cues)();
}
