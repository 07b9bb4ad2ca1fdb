import type { DocumentScreen, DocumentVersion } from "@manabiya/contract/site/documents.ts";
import { type LoggedValues, recordChange } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { conflict } from "../../errors/app-error.ts";
import { requireSuperuser } from "../members/edit-member.ts";

/** Content of which every save is a version of its own. */
export interface Versioned<C extends object> {
  /** Holds while nothing is stored. */
  defaults: C;
  /** The first version may equal the defaults: it says that the operator wants them. */
  publishesDefaults?: true;
  /** The newest first. */
  list: (tx: Database) => Promise<DocumentVersion<C>[]>;
  /** @returns no row if another version has this number */
  insert: (tx: Database, revision: number, content: C, at: string) => Promise<unknown[]>;
  /** The record of the log, and what it says of a change. */
  logged: (change: VersionChange<C>) => {
    action: `${string}.${string}`;
    id: number;
    before: LoggedValues;
    after: LoggedValues;
  };
  /** Converts a version for the 409. The default is the version itself. */
  present?: (version: DocumentVersion<C>) => object;
}

interface VersionChange<C> {
  current: DocumentVersion<C>;
  content: C;
  /** The fields that differ. */
  changed: (keyof C & string)[];
}

interface Save<C> {
  content: C;
  /** The version that the caller saw. Without it the caller accepts any. */
  revision?: number | undefined;
  by: number;
}

/** @returns the present version, and those before it */
export async function readVersions<C extends object>(tx: Database, of: Versioned<C>): Promise<DocumentScreen<C>> {
  const [newest, ...earlier] = await of.list(tx);
  return { current: newest ?? { content: of.defaults, revision: 0, changed_at: null }, earlier };
}

/** Stores a new version, unless it is equal to the present one. @throws 409 with the present version */
export async function saveVersion<C extends object>(
  { db, site, now }: Pick<StaffContext, "db" | "site" | "now">,
  of: Versioned<C>,
  { content, revision, by }: Save<C>,
): Promise<void> {
  const refuse = (current: DocumentVersion<C>) => conflict(of.present ? of.present(current) : { ...current });
  await db.transaction(async (tx) => {
    await requireSuperuser(tx, by);
    const { current } = await readVersions(tx, of);
    if (revision !== undefined && revision !== current.revision) throw refuse(current);
    const names = Object.keys(content) as (keyof C & string)[];
    const changed = names.filter((name) => JSON.stringify(content[name]) !== JSON.stringify(current.content[name]));
    if (changed.length === 0 && (current.revision > 0 || !of.publishesDefaults)) return;
    const at = new Date(now()).toISOString();
    const stored = await of.insert(tx, current.revision + 1, content, at);
    if (stored.length === 0) throw refuse((await readVersions(tx, of)).current);
    await recordChange(tx, { by, ...of.logged({ current, content, changed }) }, now());
  });
  await site.reload();
}
