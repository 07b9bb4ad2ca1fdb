import * as z from "zod/mini";
import { conflictWith, Revision, RevisionQuery } from "./conflict.ts";
import { route } from "../route.ts";
import { Tag } from "../catalogue/tags.ts";
import { Message, name, RowId } from "../text.ts";

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
  list: route({
    method: "GET",
    url: "/api/admin/tags/",
    config: { access: "staff", summary: "List tags with their video counts" },
    schema: { response: { 200: z.array(AdminTag) } },
  }),
  create: route({
    method: "POST",
    url: "/api/admin/tags/",
    config: { access: "staff", summary: "Create a tag" },
    schema: { body: TagBody, response: { 201: AdminTag } },
  }),
  update: route({
    method: "PUT",
    url: "/api/admin/tags/:id/",
    config: { access: "staff", summary: "Rename a tag" },
    schema: { params, body: TagBody, response: { 200: AdminTag, 409: conflictWith(AdminTag) } },
  }),
  /** Its videos stay. */
  remove: route({
    method: "DELETE",
    url: "/api/admin/tags/:id/",
    config: { access: "staff", summary: "Delete a tag" },
    schema: {
      params,
      querystring: RevisionQuery,
      response: { 200: Message, 409: conflictWith(AdminTag) },
    },
  }),
};
