import { contract } from "@manabiya/contract";
import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { validationError } from "../../errors/app-error.ts";
import { createRecord, deleteRecord, editRecord, type RecordTarget, rejectDuplicate } from "../edit-record.ts";
import { lockNames, refuseTakenName } from "../videos/names.ts";
import * as queries from "./queries.ts";

/** A child of the deleted category becomes top-level, where its name may exist. */
const rejectNameOfChild = rejectDuplicate({
  name: ["子カテゴリーと同じ名前のカテゴリーがあるため、削除できません。先に名前を変更してください。"],
});

export function adminCategoryRoutes(context: StaffContext): void {
  const { app, db } = context;
  const { list, create, update, remove } = contract.adminCategories;

  app.route({ ...list, handler: () => queries.readCategories(db, [null]) });

  app.route({
    ...create,
    handler: async ({ body: { name, parent }, currentUser }, reply) => {
      const category = await createRecord(context, {
        audit: { by: currentUser.id, action: "category.create" },
        insert: async (tx) => {
          await lockNames(tx, []);
          await queries.lockCategories(tx, []);
          await checkParent(tx, null, parent);
          await refuseTakenName(tx, "categories", { id: null, name, parent });
          return queries.insertCategory(tx, [name, parent]);
        },
        logged: () => ({ name, parent }),
        findVideos: () => [],
      });
      return reply.status(201).send(category);
    },
  });

  app.route({
    ...update,
    handler: async ({ params: { id }, body: { name, parent, revision }, currentUser }) => {
      const { after } = await editRecord(context, {
        ...target(id),
        audit: { by: currentUser.id, action: "category.update" },
        revision,
        desired: () => ({ name, parent }),
        write: async (tx) => {
          await checkParent(tx, id, parent);
          await refuseTakenName(tx, "categories", { id, name, parent });
          return queries.updateCategory(tx, [id, name, parent]);
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
        audit: { by: currentUser.id, action: "category.delete" },
        revision,
        remove: async (tx) => {
          await queries.removeCategoryFromVideos(tx, [id]);
          await queries.deleteCategory(tx, [id]).catch(rejectNameOfChild);
        },
        logged: ({ name, parent, video_count }) => ({ name, parent, video_count }),
      });
      return { message: `カテゴリー「${name}」を削除しました。` };
    },
  });
}

function target(id: number): RecordTarget<AdminCategory> {
  return {
    label: "カテゴリー",
    lock: async (tx) => {
      await lockNames(tx, []);
      await queries.lockCategories(tx, []);
      return queries.readCategories(tx, [id]);
    },
    findVideos: async (tx) => (await queries.lockCategoryVideos(tx, [id])).map((video) => video.id),
  };
}

/**
 * Categories have two levels.
 * @param id null for a new category
 * @throws validation error on `parent`
 */
async function checkParent(tx: Database, id: number | null, parent: number | null): Promise<void> {
  if (parent === null) return;
  if (parent === id) throw parentError("自分自身を親カテゴリーにすることはできません。");
  const categories = await queries.readCategories(tx, [null]);
  const desired = categories.find((category) => category.id === parent);
  if (!desired) throw parentError("親カテゴリーが見つかりません。");
  if (desired.parent !== null) throw parentError("子カテゴリーを親にすることはできません。");
  if (categories.some((category) => category.parent === id && id !== null)) {
    throw parentError("子カテゴリーを持つカテゴリーに、親を設定することはできません。");
  }
}

function parentError(message: string) {
  return validationError({ parent: [message] });
}
