import { bool, int } from "../db/columns.ts";
import type { Database } from "../db/open.ts";
import { statement } from "../db/statement.ts";

const lock = statement(
  "accounts.lock-staff",
  { id: int, is_superuser: bool },
  `select id, is_superuser from users where (is_superuser or is_staff) and closed_at is null and suspended_at is null
    order by id for no key update`,
);

/**
 * Locks all members of staff who are not suspended until the transaction ends, always in the same order. Every transaction that takes a right away calls it
 * first, so that concurrent transactions cannot remove the last administrator together.
 */
export const lockStaff = (tx: Database) => lock(tx, []);
