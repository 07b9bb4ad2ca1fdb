import type { Database } from "../db/open.ts";
import { audit_log } from "../db/schema.ts";

/** What of a record changed, by its wire names. Nothing about a member's person: the log outlives the account. */
type Values = Record<string, unknown>;

export interface Change {
  /** The user who did it; null: the command line. */
  by: number | null;
  /** The kind of record and what was done with it. */
  action: `${string}.${string}`;
  id: number;
  /** Leave out what there was none of: `before` when something is made, `after` when it is taken away. */
  before?: Values;
  after?: Values;
  reason?: string;
}

/** Writes down who changed what. Call it in the transaction that changes it, so that both happen or neither. */
export async function recordChange(tx: Database, change: Change, now: number): Promise<void> {
  const { by, action, id, before, after, reason } = change;
  await tx.orm.insert(audit_log).values({
    at: new Date(now).toISOString(),
    user_id: by,
    action,
    subject: action.slice(0, action.indexOf(".")),
    subject_id: id,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
  });
}
