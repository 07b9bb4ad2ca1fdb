import * as z from "zod/mini";
import { conflictWith, Revision, RevisionQuery } from "../conflict.ts";
import { call } from "../../route.ts";
import { Tag } from "../../catalogue/tags.ts";
import { Message, name, RowId } from "../../text.ts";

export const TAG_NAME_MAX = 50;

export const AdminTag = z.extend(Tag, {
  revision: z.int(),
  /** Excludes videos in the trash. */
  video_count: z.int(),
});
export type AdminTag = z.infer<typeof AdminTag>;

export const TagBody = z.object({ name: name("タグ名", { max: TAG_NAME_MAX }), revision: Revision });

const params = z.object({ id: RowId });

export const adminTags = {
  list: call("List tags with their video counts", { response: { 200: z.array(AdminTag) } }),
  create: call("Create a tag", { body: TagBody, response: { 201: AdminTag } }),
  update: call("Rename a tag", { params, body: TagBody, response: { 200: AdminTag, 409: conflictWith(AdminTag) } }),
  /** Its videos stay. */
  remove: call("Delete a tag", {
    params,
    querystring: RevisionQuery,
    response: { 200: Message, 409: conflictWith(AdminTag) },
  }),
};
