import type { Database } from "../db/open.ts";
import { statement } from "../db/statement.ts";

/** Changed fields by their wire names. They hold no personal data, because the log outlives the account. */
export type LoggedValues = Record<string, unknown>;

export interface AuditContext {
  /** The user's id. Null: the command line. */
  by: number | null;
  /** The kind of record and the verb, such as "tag.update". */
  action: `${string}.${string}`;
  reason?: string;
}

export interface Change extends AuditContext {
  id: number;
  /** Absent when the record is created. */
  before?: LoggedValues;
  /** Absent when the record is deleted. */
  after?: LoggedValues;
}

/** Values: at, user id, action, subject, subject id, before, after, reason. */
const insert = statement(
  "audit.insert",
  {},
  `insert into audit_log (at, user_id, action, subject, subject_id, before, after, reason)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Appends to the audit log. Call it in the transaction of the change. */
export async function recordChange(tx: Database, change: Change, now: number): Promise<void> {
  const { by, action, id, before, after, reason } = change;
  const at = new Date(now).toISOString();
  const subject = action.slice(0, action.indexOf("."));
  await insert(tx, [at, by, action, subject, id, before ?? null, after ?? null, reason ?? null]);
}

/** Values: JSON array of rows. */
const insertAll = statement(
  "audit.insert-all",
  {},
  `insert into audit_log (at, user_id, action, subject, subject_id, before, after)
   select * from json_to_recordset($1::json) as r (
     at timestamptz, user_id int, action text, subject text, subject_id int, before jsonb, after jsonb)`,
);

/** Appends many changes of one action with one statement. */
export async function recordChanges(
  tx: Database,
  { by, action }: AuditContext,
  changes: Pick<Change, "id" | "before" | "after">[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  const subject = action.slice(0, action.indexOf("."));
  const rows = changes.map(({ id, before, after }) => ({
    at,
    user_id: by,
    action,
    subject,
    subject_id: id,
    before,
    after,
  }));
  await insertAll(tx, [JSON.stringify(rows)]);
}
