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
