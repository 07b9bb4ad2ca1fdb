import { contract } from "@manabiya/contract";
import type { AdminTag } from "@manabiya/contract/staff/search-words/tags.ts";
import type { StaffContext } from "../context.ts";
import { createRecord, deleteRecord, editRecord, type RecordTarget } from "../edit-record.ts";
import { lockNames, refuseTakenName } from "../videos/names.ts";
import * as queries from "./queries.ts";

export function adminTagRoutes(context: StaffContext): void {
  const { app, db } = context;
  const { list, create, update, remove } = contract.adminTags;

  app.route({ ...list, handler: () => queries.readTags(db, [null]) });

  app.route({
    ...create,
    handler: async ({ body: { name }, currentUser }, reply) => {
      const tag = await createRecord(context, {
        audit: { by: currentUser.id, action: "tag.create" },
        insert: async (tx) => {
          await lockNames(tx, []);
          await refuseTakenName(tx, "tags", { id: null, name });
          return queries.insertTag(tx, [name]);
        },
        logged: () => ({ name }),
        findVideos: () => [],
      });
      return reply.status(201).send(tag);
    },
  });

  app.route({
    ...update,
    handler: async ({ params: { id }, body: { name, revision }, currentUser }) => {
      const { after } = await editRecord(context, {
        ...target(id),
        audit: { by: currentUser.id, action: "tag.update" },
        revision,
        desired: () => ({ name }),
        write: async (tx) => {
          await refuseTakenName(tx, "tags", { id, name });
          return queries.updateTag(tx, [id, name]);
        },
      });
      return after;
    },
  });

  app.route({
    ...remove,
    handler: async ({ params: { id }, query: { revision }, currentUser }) => {
      const { name } = await deleteRecord(context, {
        ...target(id),
        audit: { by: currentUser.id, action: "tag.delete" },
        revision,
        remove: async (tx) => {
          await queries.removeTagFromVideos(tx, [id]);
          await queries.deleteTag(tx, [id]);
        },
        logged: ({ name, video_count }) => ({ name, video_count }),
      });
      return { message: `タグ「${name}」を削除しました。` };
    },
  });
}

function target(id: number): RecordTarget<AdminTag> {
  return {
    label: "タグ",
    lock: async (tx) => {
      await lockNames(tx, []);
      await queries.lockTag(tx, [id]);
      return queries.readTags(tx, [id]);
    },
    findVideos: async (tx) => (await queries.lockTaggedVideos(tx, [id])).map((video) => video.id),
  };
}
