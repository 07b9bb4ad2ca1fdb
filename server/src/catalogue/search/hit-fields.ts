import { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import * as z from "zod/mini";
import { SerializedObject } from "../../http/json-writer.ts";

const HitFields = z.pick(SearchHit, { chapter_hits: true, spoken_hits: true, matched: true, matched_by: true });
export type HitFields = z.output<typeof HitFields>;

/** The fields that a search adds to a video's card; they are the same for all members. */
export type SerializedHitFields = SerializedObject<HitFields>;

export const serializeHitFields = SerializedObject.serializer(HitFields);

export const NO_HIT_FIELDS = serializeHitFields({ chapter_hits: [] });
