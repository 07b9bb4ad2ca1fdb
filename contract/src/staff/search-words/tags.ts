import * as z from "zod/mini";
import { deleted, edited, Revision } from "../conflict.ts";
import { call } from "../../route.ts";
import { Tag } from "../../catalogue/tags.ts";
import { name, params } from "../../text.ts";

export const TAG_NAME_MAX = 50;

export const AdminTag = z.extend(Tag, {
  revision: z.int(),
  /** Excludes videos in the trash. */
  video_count: z.int(),
});
export type AdminTag = z.infer<typeof AdminTag>;

export const TagBody = z.object({ name: name("タグ名", { max: TAG_NAME_MAX }), revision: Revision });

export const adminTags = {
  list: call("List tags with their video counts", { response: { 200: z.array(AdminTag) } }),
  create: call("Create a tag", { body: TagBody, response: { 201: AdminTag } }),
  update: call("Rename a tag", { params, body: TagBody, response: edited(AdminTag) }),
  /** Its videos stay. */
  remove: call("Delete a tag", { params, ...deleted(AdminTag) }),
};
