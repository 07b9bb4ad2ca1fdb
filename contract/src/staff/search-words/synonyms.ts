import * as z from "zod/mini";
import { call } from "../../route.ts";
import { nameKey, normalizeName, params, text } from "../../text.ts";
import { deleted, edited, Revision } from "../conflict.ts";

/** Characters of a group. */
export const SYNONYMS_MAX = 300;

/** The distinct words of a group of synonyms as staff type it: separated by 、 or by commas. */
export function synonymsOf(group: string): string[] {
  const words = group.split(/[、,，]/u).map((word) => word.trim());
  // Words that look the same are one.
  const distinct = new Map(words.toReversed().map((word) => [nameKey(word), word]));
  distinct.delete("");
  return [...distinct.values()].toReversed();
}

/** Words of one meaning: a search for one of them also finds the others. */
export const AdminSynonyms = z.object({
  id: z.int(),
  /** The words, separated by 、. */
  name: z.string(),
  revision: z.int(),
});
export type AdminSynonyms = z.infer<typeof AdminSynonyms>;

export const SynonymsBody = z.object({
  name: z.pipe(
    z.pipe(
      text("同じ意味の言葉", { max: SYNONYMS_MAX }).check(z.meta({ examples: ["値付け、価格設定"] })),
      z
        .string()
        .check(
          z.refine((words) => words === "" || synonymsOf(normalizeName(words)).length > 1, {
            error: "同じ意味の言葉を2つ以上、「、」で区切って入力してください。",
          }),
        ),
    ),
    z.transform((words: string) => synonymsOf(normalizeName(words)).join("、")),
  ),
  revision: Revision,
});

export const adminSynonyms = {
  list: call("List groups of synonyms", { response: { 200: z.array(AdminSynonyms) } }),
  create: call("Create a group of synonyms", { body: SynonymsBody, response: { 201: AdminSynonyms } }),
  update: call("Change a group of synonyms", { params, body: SynonymsBody, response: edited(AdminSynonyms) }),
  remove: call("Delete a group of synonyms", { params, ...deleted(AdminSynonyms) }),
};
