import { nameKey } from "@manabiya/contract/text.ts";
import { command, type Database, int, nullable, statement, text } from "../../db/statement.ts";
import { validationError } from "../../errors/app-error.ts";

/** If several categories share a name, the top-level one is used. */
const selectCategories = statement("admin-videos.category-names", { id: int, name: text, parent: nullable(int) })`
  select id, name, parent from categories order by (parent is null) desc, id`;
const selectTags = statement("admin-videos.tag-names", { id: int, name: text })`select id, name from tags order by id`;
/** Values: names. */
const insertCategories = command("admin-videos.new-categories")`
  insert into categories (name) select unnest($1::text[]) on conflict do nothing`;
/** Values: names. */
const insertTags = command("admin-videos.new-tags")`
  insert into tags (name) select unnest($1::text[]) on conflict do nothing`;

/** An index cannot compare names as people do, so that their writers take turns. To be called before any row is locked. */
export const lockNames = command("admin-videos.lock-names")`select from pg_advisory_xact_lock(80, 1)`;

interface Names {
  categories: string[];
  tags: string[];
}

/** By the keys of names. */
type Ids = Map<string, number>;

/** @returns names in the drafts without a category or tag; of names that look the same the first */
export async function unknownNames(db: Database, drafts: Names[]): Promise<Names> {
  const known = await read(db);
  return {
    categories: firstOf(
      drafts.flatMap(({ categories }) => categories).filter((name) => !known.categories.has(nameKey(name))),
    ),
    tags: firstOf(drafts.flatMap(({ tags }) => tags).filter((name) => !known.tags.has(nameKey(name)))),
  };
}

/** One spelling of each name. */
const firstOf = (names: string[]) => [...Map.groupBy(names, nameKey).values()].flatMap(([first]) => first ?? []);

/** Creates missing categories and tags. @returns the ids of all categories and tags */
export async function idsByName(tx: Database, drafts: Names[]): Promise<{ categories: Ids; tags: Ids }> {
  await lockNames(tx, []);
  const { categories, tags } = await unknownNames(tx, drafts);
  if (categories.length > 0) await insertCategories(tx, [categories]);
  if (tags.length > 0) await insertTags(tx, [tags]);
  return read(tx);
}

async function read(db: Database): Promise<{ categories: Ids; tags: Ids }> {
  const byKey = (rows: { id: number; name: string }[]) =>
    new Map(rows.toReversed().map(({ id, name }) => [nameKey(name), id]));
  return { categories: byKey(await selectCategories(db, [])), tags: byKey(await selectTags(db, [])) };
}

interface Taken {
  /** Of the record that gets the name; null: a new one. */
  id: number | null;
  name: string;
  parent?: number | null;
}

/**
 * `tx` must hold `lockNames`. A record keeps its place beside another one that has looked the same before.
 * @throws validation error when another record, of the same parent, has a name that looks the same
 */
export async function refuseTakenName(
  tx: Database,
  kind: "categories" | "tags",
  { id, name, parent = null }: Taken,
): Promise<void> {
  const rows = kind === "tags" ? await selectTags(tx, []) : await selectCategories(tx, []);
  const key = nameKey(name);
  const alike = rows.filter((row) => nameKey(row.name) === key && ("parent" in row ? row.parent : null) === parent);
  const others = alike.filter((row) => row.id !== id);
  const isOld = others.length < alike.length && others.every((row) => row.name !== name);
  if (others.length === 0 || isOld) return;
  throw validationError({ name: [`同じ名前の${kind === "tags" ? "タグ" : "カテゴリー"}がすでにあります。`] });
}
