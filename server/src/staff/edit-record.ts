import { isDeepStrictEqual } from "node:util";
import { type AuditContext, type Change, type LoggedValues, recordChange, recordChanges } from "../audit/record.ts";
import { changeCatalogue } from "../catalogue/change.ts";
import type { Database } from "../db/open.ts";
import type { StaffContext } from "./context.ts";
import { isUniqueViolation } from "../db/unique-violation.ts";
import { conflict, only, validationError } from "../errors/app-error.ts";
import { kindOf } from "./undo/kind-statements.ts";
import { remember, rememberNew } from "./undo/remember.ts";

type Context = Pick<StaffContext, "db" | "catalogue" | "now">;

interface Identified {
  id: number;
  revision?: number;
}

export interface RecordTarget<R extends Identified> {
  /** The record's Japanese name for the 404. */
  label: string;
  /** Locks the record until the transaction ends. @returns the record, or no row */
  lock: (tx: Database) => Promise<R[]>;
  /** Converts the record for the 409. The default is the record itself. */
  present?: (record: R) => object | Promise<object>;
  /** Names those who may have changed it, for the 409, if not only staff do. */
  editors?: string;
  /** Finds the videos whose search texts change. Only records of the catalogue have this function. */
  findVideos?: (tx: Database, record: R) => number[] | Promise<number[]>;
}

interface Creation<R extends Identified> {
  audit: AuditContext;
  insert: (tx: Database) => Promise<R[]>;
  logged: (record: R) => LoggedValues;
  /** The entry of the whole, when many records are one entry: each record's own is a part of it. */
  whole?: (created: R[]) => Pick<Change, "action" | "id" | "after">;
  /** The created rows belong to this record, which is in the log. */
  within?: { id: number; lock: (tx: Database) => Promise<unknown> };
  findVideos?: RecordTarget<R>["findVideos"];
}

interface Edit<R extends Identified, V extends Partial<R>> extends RecordTarget<R> {
  audit: AuditContext;
  /** The revision that the caller saw. Without it the caller accepts any. */
  revision?: number | undefined;
  /** @returns the edited fields with their new values */
  desired: (current: R, tx: Database) => V | Promise<V>;
  /** By default the fields are written as `undo/kinds.ts` has them. @returns the record after the change */
  write?: (tx: Database, current: R, desired: V) => Promise<R[]>;
  /** Selects the logged values. By default the log holds the desired fields, before and after. */
  logged?: (change: { before: V; after: V }, current: R) => { before?: LoggedValues; after?: LoggedValues };
}

interface Deletion<R extends Identified> extends RecordTarget<R> {
  audit: AuditContext;
  revision?: number | undefined;
  /** By default the record is deleted as `undo/kinds.ts` says. */
  remove?: (tx: Database, current: R) => Promise<unknown>;
  logged: (record: R) => LoggedValues;
}

/** Inserts records with their audit rows in one transaction. */
export function createRecords<R extends Identified>(context: Context, creation: Creation<R>): Promise<R[]> {
  const { audit, insert, logged, findVideos, whole, within } = creation;
  return inTransaction(context, findVideos !== undefined, async (tx) => {
    await within?.lock(tx);
    const remembered = within && (await remember(tx, subjectOf(audit), [within.id]));
    const result = await insert(tx);
    const ids = result.map(({ id }) => id);
    const undo = await (remembered?.() ?? rememberNew(tx, subjectOf(audit), ids, context.now()));
    const partOf =
      whole && result.length > 0 ? await recordChange(tx, { ...audit, ...whole(result) }, context.now()) : undefined;
    const changes = result.map((record) => ({
      ...{ ...audit, id: record.id, partOf, undo: undo.get(record.id) },
      after: logged(record),
    }));
    await recordChanges(tx, changes, context.now());
    const videoIds: number[] = [];
    for (const record of result) videoIds.push(...((await findVideos?.(tx, record)) ?? []));
    return { result, videoIds };
  });
}

const subjectOf = ({ action }: AuditContext) => action.slice(0, action.indexOf("."));

export async function createRecord<R extends Identified>(context: Context, creation: Creation<R>): Promise<R> {
  return only(await createRecords(context, creation));
}

/**
 * Changes a record in one transaction with the search index, the catalogue's version and the audit log. A repeated
 * request finds the desired values in place and succeeds without a second change.
 * @throws 404; 409 with the present record when `revision` is stale
 */
export function editRecord<R extends Identified, V extends Partial<R>>(
  context: Context,
  edit: Edit<R, V>,
): Promise<{ before: R; after: R }> {
  const changed = inTransaction(context, edit.findVideos !== undefined, async (tx) => {
    const current = only(await edit.lock(tx), edit.label);
    const desired = await edit.desired(current, tx);
    const names = Object.keys(desired) as (keyof R)[];
    const before = Object.fromEntries(names.map((name) => [name, current[name]])) as V;
    if (isDeepStrictEqual(before, desired)) return { result: { before: current, after: current } };
    checkRevision(edit, current);
    const videoIds = (await edit.findVideos?.(tx, current)) ?? [];
    const remembered = await remember(tx, subjectOf(edit.audit), [current.id]);
    if (!edit.write) await writeFields(tx, subjectOf(edit.audit), [{ id: current.id, fields: desired }]);
    const after = only(await (edit.write?.(tx, current, desired) ?? edit.lock(tx)));
    const change = { before, after: desired };
    const logged = edit.logged ? edit.logged(change, current) : change;
    const undo = (await remembered()).get(current.id);
    await recordChange(tx, { ...edit.audit, id: current.id, undo, ...logged }, context.now());
    return { result: { before: current, after }, videoIds };
  });
  return changed.catch(conflictOf(edit));
}

/** @returns the deleted record @throws 404; 409 with the present record when `revision` is stale */
export function deleteRecord<R extends Identified>(context: Context, deletion: Deletion<R>): Promise<R> {
  const deleted = inTransaction(context, deletion.findVideos !== undefined, async (tx) => {
    const current = only(await deletion.lock(tx), deletion.label);
    checkRevision(deletion, current);
    const videoIds = (await deletion.findVideos?.(tx, current)) ?? [];
    const remembered = await remember(tx, subjectOf(deletion.audit), [current.id]);
    if (deletion.remove) await deletion.remove(tx, current);
    else for (const remove of requireKind(subjectOf(deletion.audit)).remove) await remove(tx, [[current.id]]);
    const undo = (await remembered()).get(current.id);
    const change = { ...deletion.audit, id: current.id, undo, before: deletion.logged(current) };
    await recordChange(tx, change, context.now());
    return { result: current, videoIds };
  });
  return deleted.catch(conflictOf(deletion));
}

/** Changes only the given fields of records of `undo/kinds.ts`, and raises their revisions. */
export async function writeFields(tx: Database, subject: string, rows: { id: number; fields: object }[]) {
  await requireKind(subject).update(tx, [JSON.stringify(rows)]);
}

function requireKind(subject: string) {
  const kind = kindOf(subject);
  if (!kind) throw new Error(`undo/kinds.ts has no ${subject}.`);
  return kind;
}

/** Turns a unique violation into a validation error on `fields`. */
export function rejectDuplicate(fields: Record<string, string[]>): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error) ? validationError(fields) : error;
  };
}

/** The result has no `videoIds` if nothing changed. */
type Work<T> = (tx: Database) => Promise<{ result: T; videoIds?: number[] }>;

async function inTransaction<T>(context: Context, isCatalogue: boolean, work: Work<T>): Promise<T> {
  if (isCatalogue) return changeCatalogue(context, work);
  return (await context.db.transaction(work)).result;
}

/** Ends the transaction. The conflict is presented after it, because that may read from the pool. */
class StaleRecord extends Error {
  readonly current: Identified;

  constructor(current: Identified) {
    super("The record has another revision.");
    this.current = current;
  }
}

function checkRevision({ revision }: { revision?: number | undefined }, current: Identified): void {
  if (revision !== undefined && revision !== current.revision) throw new StaleRecord(current);
}

function conflictOf<R extends Identified>({ present, editors }: Pick<RecordTarget<R>, "present" | "editors">) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof StaleRecord)) throw error;
    const current = error.current as R;
    throw conflict(present ? await present(current) : current, editors);
  };
}
