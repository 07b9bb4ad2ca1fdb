import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import { recordChange } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { isUniqueViolation } from "../../db/unique-violation.ts";
import { conflict, notFound, validationError } from "../../http/app-error.ts";
import * as queries from "./queries.ts";

interface Given {
  name: string;
  parent: number | null;
  revision?: number | undefined;
}

/** Who changes it and when: milliseconds since 1970. */
interface Act {
  by: number;
  now: number;
}

interface Changed<T> {
  result: T;
  videoIds: number[];
}

/** @throws validation error on `name` or `parent` */
export async function createCategory(
  tx: Database,
  given: Given,
  { by, now }: Act,
): Promise<Changed<AdminCategory>> {
  await queries.lockCategories(tx, []);
  await checkParent(tx, null, given.parent);
  const { name, parent } = given;
  const [row] = await queries.insertCategory(tx, [name, parent]).catch(refuseTaken);
  const result = await find(tx, row?.id ?? 0);
  await recordChange(tx, { by, action: "category.create", id: result.id, after: { name, parent } }, now);
  return { result, videoIds: [] };
}

/**
 * A change to what it is already is none, so that a form sent twice meets no conflict with itself.
 * @throws 404, 409 with the category as it is, validation error on `name` or `parent`
 */
export async function updateCategory(
  tx: Database,
  id: number,
  given: Given,
  { by, now }: Act,
): Promise<Changed<AdminCategory>> {
  await queries.lockCategories(tx, []);
  const current = await find(tx, id);
  const { name, parent } = given;
  if (current.name === name && current.parent === parent) return { result: current, videoIds: [] };
  if (given.revision !== undefined && given.revision !== current.revision) throw conflict(current);
  await checkParent(tx, id, parent);
  await queries.updateCategory(tx, [id, name, parent]).catch(refuseTaken);
  const before = { name: current.name, parent: current.parent };
  await recordChange(tx, { by, action: "category.update", id, before, after: { name, parent } }, now);
  const videos = await queries.videosNaming(tx, [id]);
  return { result: await find(tx, id), videoIds: videos.map((video) => video.id) };
}

/** @throws 404, 409 with the category as it is, validation error when a child cannot become top-level under its name */
export async function deleteCategory(
  tx: Database,
  id: number,
  revision: number | undefined,
  { by, now }: Act,
): Promise<Changed<AdminCategory>> {
  await queries.lockCategories(tx, []);
  const current = await find(tx, id);
  if (revision !== undefined && revision !== current.revision) throw conflict(current);
  const videos = await queries.videosNaming(tx, [id]);
  await queries.takeFromVideos(tx, [id]);
  await queries.deleteCategory(tx, [id]).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw validationError({
      name: ["子カテゴリーと同じ名前のカテゴリーがあるため、削除できません。先に名前を変更してください。"],
    });
  });
  const { name, parent, video_count } = current;
  const before = { name, parent, video_count };
  await recordChange(tx, { by, action: "category.delete", id, before }, now);
  return { result: current, videoIds: videos.map((video) => video.id) };
}

async function find(tx: Database, id: number): Promise<AdminCategory> {
  const [category] = await queries.readCategories(tx, [id]);
  if (!category) throw notFound("カテゴリー");
  return category;
}

/** There are two levels. `id` null: a new category. */
async function checkParent(tx: Database, id: number | null, parent: number | null): Promise<void> {
  if (parent === null) return;
  if (parent === id) throw refusedParent("自分自身を親カテゴリーにすることはできません。");
  const categories = await queries.readCategories(tx, [null]);
  const wanted = categories.find((category) => category.id === parent);
  if (!wanted) throw refusedParent("親カテゴリーが見つかりません。");
  if (wanted.parent !== null) throw refusedParent("子カテゴリーを親にすることはできません。");
  if (categories.some((category) => category.parent === id && id !== null)) {
    throw refusedParent("子カテゴリーを持つカテゴリーに、親を設定することはできません。");
  }
}

function refusedParent(message: string) {
  return validationError({ parent: [message] });
}

function refuseTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw validationError({ name: ["同じ名前のカテゴリーがすでにあります。"] });
}
