import * as z from "zod/mini";
import { Category } from "../catalogue/category.ts";
import { deleted, edited, Revision } from "./conflict.ts";
import { call } from "../route.ts";
import { name, params } from "../text.ts";

export const CATEGORY_NAME_MAX = 50;

export const AdminCategory = z.extend(Category, {
  revision: z.int(),
  /** Excludes videos of its children and videos in the trash. */
  video_count: z.int(),
});
export type AdminCategory = z.infer<typeof AdminCategory>;

const PARENT_ERROR = "親カテゴリーが正しくありません。";

/** A number, or the value of a form's `<select>`. Empty or null: top level. */
const Parent = z.pipe(
  z.pipe(
    z.optional(z.nullable(z.union([z.string(), z.number()], { error: PARENT_ERROR }))),
    z.transform((given) => (given === undefined || given === null || given === "" ? null : Number(given))),
  ),
  z.nullable(z.int({ error: PARENT_ERROR }).check(z.minimum(1, { error: PARENT_ERROR }))),
);

export const CategoryBody = z.object({
  name: name("カテゴリー名", { max: CATEGORY_NAME_MAX }),
  parent: Parent,
  revision: Revision,
});

export const adminCategories = {
  list: call("List categories with their video counts", { response: { 200: z.array(AdminCategory) } }),
  create: call("Create a category", { body: CategoryBody, response: { 201: AdminCategory } }),
  update: call("Rename or move a category", { params, body: CategoryBody, response: edited(AdminCategory) }),
  /** Its children become top-level. Its videos stay. */
  remove: call("Delete a category", { params, ...deleted(AdminCategory) }),
};
