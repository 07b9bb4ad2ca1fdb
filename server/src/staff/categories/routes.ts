import { contract } from "@manabiya/contract";
import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { validationError } from "../../errors/app-error.ts";
import { rejectDuplicate } from "../edit-record.ts";
import { namedRecords } from "./named-records.ts";
import { lockNames, refuseTakenName } from "../videos/names.ts";
import * as queries from "./queries.ts";

/** A child of the deleted category becomes top-level, where its name may exist. */
const rejectNameOfChild = rejectDuplicate({
  name: ["子カテゴリーと同じ名前のカテゴリーがあるため、削除できません。先に名前を変更してください。"],
});

export function adminCategoryRoutes(context: StaffContext): void {
  const { app } = context;
  const { list, create, update, remove } = contract.adminCategories;
  const categories = namedRecords<AdminCategory, Pick<AdminCategory, "name" | "parent">>(context, {
    label: "カテゴリー",
    action: "category",
    read: queries.readCategories,
    lock: async (tx) => {
      await lockNames(tx, []);
      await queries.lockCategories(tx, []);
    },
    check: async (tx, id, { name, parent }) => {
      await checkParent(tx, id, parent);
      await refuseTakenName(tx, "categories", { id, name, parent });
    },
    insert: (tx, { name, parent }) => queries.insertCategory(tx, [name, parent]),
    findVideos: (tx, id) => queries.lockCategoryVideos(tx, [id]),
  });
  const fieldsOf = ({ body: { name, parent } }: { body: Pick<AdminCategory, "name" | "parent"> }) => ({ name, parent });

  app.answer(list, categories.list);
  app.answer(create, async (request, reply) =>
    reply.status(201).send(await categories.create(request, fieldsOf(request))),
  );
  app.answer(update, (request) => categories.update(request, fieldsOf(request)));
  app.answer(remove, (request) => categories.remove(request).catch(rejectNameOfChild));
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
