import { isDeepStrictEqual } from "node:util";
import type { LoggedValues, UndoValues } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { kindOf } from "./kind-statements.ts";

export type Snapshots = Map<number, LoggedValues>;

/** @param subject as in the log @returns the records that exist */
export async function snapshot(tx: Database, subject: string, ids: number[]): Promise<Snapshots> {
  const rows = (await kindOf(subject)?.read(tx, [ids])) ?? [];
  return new Map(rows.map(({ id, values }) => [id, values]));
}

/**
 * Reads locked records before a change.
 * @returns a function that reads them again and returns the values that take each change back
 */
export async function remember(tx: Database, subject: string, ids: number[]) {
  const before = await snapshot(tx, subject, ids);
  return async (): Promise<Map<number, UndoValues | undefined>> => {
    return changesOf(subject, before, await snapshot(tx, subject, ids));
  };
}

/** @returns the values that take the change of each record back; undefined: the record has not changed */
export function changesOf(subject: string, before: Snapshots, after: Snapshots): Map<number, UndoValues | undefined> {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return new Map([...ids].map((id) => [id, changeOf(subject, before.get(id) ?? null, after.get(id) ?? null)]));
}

/** @returns the values that take the creation of records back */
export async function rememberNew(tx: Database, subject: string, ids: number[], now: number) {
  const created = await snapshot(tx, subject, ids);
  const toTrash = { before: { deleted_at: new Date(now).toISOString() }, after: { deleted_at: null } };
  return new Map(
    [...created].map(([id, after]): [number, UndoValues] => [
      id,
      kindOf(subject)?.hasTrash ? toTrash : { before: null, after },
    ]),
  );
}

function changeOf(subject: string, before: LoggedValues | null, after: LoggedValues | null): UndoValues | undefined {
  if (before === null || after === null) return before === after ? undefined : { before, after };
  const changed = Object.keys(before).filter((name) => name !== "revision" && !isSame(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const owner = kindOf(subject)?.owner;
  const names = owner === undefined ? changed : [...new Set([...changed, owner])];
  const pick = (from: LoggedValues) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Revisions count changes and are no content. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(contentOf(a), contentOf(b));
}

function contentOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown) => (typeof row === "object" && row !== null ? { ...row, revision: undefined } : row));
}
