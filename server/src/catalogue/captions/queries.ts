import type { SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";
import { int, json, statement, text } from "../../db/statement.ts";
import { FIND_REFERENCE } from "../videos/reference.ts";

/** Whether members of `videos v` who may watch it see captions. */
export const HAS_CAPTIONS = `exists (select from captions k where k.video_id = v.id and k.published)`;

/** The lines of published captions of a published video; no row: no such video. Values: reference (2), now. */
export const findTranscript = statement("captions.find-transcript", { lines: json<SpokenLine[]>() })`
  with target as (${FIND_REFERENCE})
  select coalesce((
           select json_agg(json_build_object('starts_ms', l.starts_ms, 'ends_ms', l.ends_ms, 'text', l.text)
                           order by l.position)
             from captions k join caption_lines l using (video_id)
            where k.video_id = target.id and k.published), '[]'::json) as lines
    from target`;

/** The lines of published captions. The caller has checked the access to the video. Values: video id. */
export const listSpokenLines = statement("captions.list-lines", { starts_ms: int, ends_ms: int, text })`
  select l.starts_ms, l.ends_ms, l.text from captions k join caption_lines l using (video_id)
   where k.video_id = $1 and k.published order by l.position`;
