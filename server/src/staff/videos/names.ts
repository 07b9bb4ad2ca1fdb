import type { Database } from "../../db/open.ts";
import { int, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

interface Named {
  id: number;
  name: string;
}

/** If several categories share a name, the top-level one is used. Values: names. */
const selectCategories = statement(
  "admin-videos.categories-by-name",
  { id: int, name: text },
  `select distinct on (name) id, name from categories where name = any ($1::text[])
    order by name, (parent is null) desc, id`,
);
/** Values: names. */
const selectTags = statement(
  "admin-videos.tags-by-name",
  { id: int, name: text },
  `select id, name from tags where name = any ($1::text[])`,
);
/** Values: names. */
const insertCategories = statement(
  "admin-videos.new-categories",
  {},
  `insert into categories (name) select unnest($1::text[]) on conflict do nothing`,
);
/** Values: names. */
const insertTags = statement(
  "admin-videos.new-tags",
  {},
  `insert into tags (name) select unnest($1::text[]) on conflict do nothing`,
);

interface Names {
  categories: string[];
  tags: string[];
}

/** @returns names in the drafts without a category or tag */
export async function unknownNames(db: Database, drafts: Names[]): Promise<Names> {
  const names = namesOf(drafts);
  const known = await read(db, names);
  return {
    categories: names.categories.filter((name) => !known.categories.has(name)),
    tags: names.tags.filter((name) => !known.tags.has(name)),
  };
}

/** Creates missing categories and tags. @returns the ids of all names in the drafts */
export async function idsByName(tx: Database, drafts: Names[]) {
  const { categories, tags } = await unknownNames(tx, drafts);
  // The order prevents deadlocks between concurrent imports.
  if (categories.length > 0) await insertCategories(tx, [categories.toSorted()]);
  if (tags.length > 0) await insertTags(tx, [tags.toSorted()]);
  return read(tx, namesOf(drafts));
}

function namesOf(drafts: Names[]): Names {
  return {
    categories: [...new Set(drafts.flatMap(({ categories }) => categories))],
    tags: [...new Set(drafts.flatMap(({ tags }) => tags))],
  };
}

async function read(db: Database, { categories, tags }: Names) {
  const byName = (rows: Named[]) => new Map(rows.map(({ id, name }) => [name, id]));
  return { categories: byName(await selectCategories(db, [categories])), tags: byName(await selectTags(db, [tags])) };
}
