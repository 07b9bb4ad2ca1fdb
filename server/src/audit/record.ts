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

/** Values: JSON array of rows. */
const insert = statement(
  "audit.insert",
  {},
  `insert into audit_log (at, user_id, action, subject, subject_id, before, after, reason)
   select * from json_to_recordset($1::json) as r (
     at timestamptz, user_id int, action text, subject text, subject_id int, before jsonb, after jsonb, reason text)`,
);

/** Appends to the audit log. Call it in the transaction of the change. */
export function recordChange(tx: Database, change: Change, now: number): Promise<void> {
  return recordChanges(tx, [change], now);
}

/** Appends many changes with one statement. */
export async function recordChanges(tx: Database, changes: Change[], now: number): Promise<void> {
  const at = new Date(now).toISOString();
  const rows = changes.map(({ by, action, id, ...logged }) => {
    const subject = action.slice(0, action.indexOf("."));
    return { at, user_id: by, action, subject, subject_id: id, ...logged };
  });
  await insert(tx, [JSON.stringify(rows)]);
}
