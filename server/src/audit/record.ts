import { only } from "../errors/app-error.ts";
import { type Database, int, statement } from "../db/statement.ts";

/** Changed fields by their wire names. They hold no personal data, because the log outlives the account. */
export type LoggedValues = Record<string, unknown>;

export interface AuditContext {
  /** The user's id. Null: the command line. */
  by: number | null;
  /** The kind of record and the verb, such as "tag.update". */
  action: `${string}.${string}`;
  reason?: string;
}

/** The values that take a change back. `before` is null when the change created the record, `after` when it deleted it. */
export interface UndoValues {
  before: LoggedValues | null;
  after: LoggedValues | null;
}

export interface Change extends AuditContext {
  id: number;
  /** Absent when the record is created. */
  before?: LoggedValues;
  /** Absent when the record is deleted. */
  after?: LoggedValues;
  /** The entry of which this one is a part. */
  partOf?: number | undefined;
  undo?: UndoValues | undefined;
}

/** Values: JSON array of rows. */
const insert = statement("audit.insert", { id: int })`
  with given as (
    select * from json_to_recordset($1::json) as r (
      at timestamptz, user_id int, action text, subject text, subject_id int, before jsonb, after jsonb, reason text,
      part_of int, undo jsonb)),
  logged as (
    insert into audit_log (at, user_id, action, subject, subject_id, before, after, reason, part_of)
    select at, user_id, action, subject, subject_id, before, after, reason, part_of from given
    returning id, at, subject, subject_id),
  kept as (
    insert into undo_values (audit_id, at, before, after, is_deletion)
    select l.id, l.at, nullif(g.undo->'before', 'null'), nullif(g.undo->'after', 'null'),
           g.undo->'after' = 'null' or g.undo->'after'->>'deleted_at' is not null
      from logged l join given g on (g.subject, g.subject_id) = (l.subject, l.subject_id) and g.undo is not null)
  select id from logged`;

/** Appends to the audit log. Call it in the transaction of the change. @returns the entry's id */
export async function recordChange(tx: Database, change: Change, now: number): Promise<number> {
  return only(await recordChanges(tx, [change], now)).id;
}

/** Appends many changes with one statement. Those with `undo` are of different records. */
export async function recordChanges(tx: Database, changes: Change[], now: number): Promise<{ id: number }[]> {
  const at = new Date(now).toISOString();
  const rows = changes.map(({ by, action, id, partOf, ...logged }) => {
    const subject = action.slice(0, action.indexOf("."));
    return { at, user_id: by, action, subject, subject_id: id, part_of: partOf, ...logged };
  });
  return insert(tx, [JSON.stringify(rows)]);
}
