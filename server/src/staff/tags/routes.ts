import type { AdminTag } from "@manabiya/contract/staff/tags.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import { recordChange } from "../../audit/record.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import type { Database } from "../../db/open.ts";
import { isUniqueViolation } from "../../db/unique-violation.ts";
import { conflict, notFound, validationError } from "../../http/app-error.ts";
import {
  deleteTag,
  insertTag,
  lockTag,
  lockTaggedVideos,
  readTags,
  takeFromVideos,
  updateTag,
} from "./queries.ts";

export function adminTagRoutes(parts: AppContext): void {
  const { app, db, now } = parts;
  const { list, create, update, remove } = staff.adminTags;

  app.route({ ...list, handler: () => readTags(db, [null]) });

  app.route({
    ...create,
    handler: async ({ body: { name }, currentUser }, reply) => {
      const tag = await changeCatalogue(parts, async (tx) => {
        const [row] = await insertTag(tx, [name]).catch(refuseTaken);
        const result = await findTag(tx, row?.id ?? 0);
        const change = { by: currentUser.id, action: "tag.create", id: result.id, after: { name } } as const;
        await recordChange(tx, change, now());
        return { result, videoIds: [] };
      });
      return reply.status(201).send(tag);
    },
  });

  app.route({
    ...update,
    handler: ({ params: { id }, body: { name, revision }, currentUser }) =>
      changeCatalogue(parts, async (tx) => {
        await lockTag(tx, [id]);
        const current = await findTag(tx, id);
        // A form sent twice meets no conflict with itself.
        if (current.name === name) return { result: current, videoIds: [] };
        if (revision !== undefined && revision !== current.revision) throw conflict(current);
        await updateTag(tx, [id, name]).catch(refuseTaken);
        const values = { before: { name: current.name }, after: { name } };
        await recordChange(tx, { by: currentUser.id, action: "tag.update", id, ...values }, now());
        const videoIds = await videosWith(tx, id);
        return { result: await findTag(tx, id), videoIds };
      }),
  });

  app.route({
    ...remove,
    handler: async ({ params: { id }, query: { revision }, currentUser }) => {
      const { name } = await changeCatalogue(parts, async (tx) => {
        await lockTag(tx, [id]);
        const result = await findTag(tx, id);
        if (revision !== undefined && revision !== result.revision) throw conflict(result);
        const videoIds = await videosWith(tx, id);
        await takeFromVideos(tx, [id]);
        await deleteTag(tx, [id]);
        const before = { name: result.name, video_count: result.video_count };
        await recordChange(tx, { by: currentUser.id, action: "tag.delete", id, before }, now());
        return { result, videoIds };
      });
      return { message: `タグ「${name}」を削除しました。` };
    },
  });
}

async function findTag(tx: Database, id: number): Promise<AdminTag> {
  const [tag] = await readTags(tx, [id]);
  if (!tag) throw notFound("タグ");
  return tag;
}

async function videosWith(tx: Database, id: number): Promise<number[]> {
  return (await lockTaggedVideos(tx, [id])).map((video) => video.id);
}

function refuseTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw validationError({ name: ["同じ名前のタグがすでにあります。"] });
}
