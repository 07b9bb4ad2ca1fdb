import { Profile } from "@manabiya/contract/accounts/profile.ts";
import { hasRight, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { columnsOf } from "../db/columns-of.ts";
import { type Database, statement } from "../db/statement.ts";
import { missingRight } from "../errors/app-error.ts";

const rights = columnsOf(Profile, "id", "is_staff", "is_superuser", "may_see_members", "may_see_money");
const lock = statement("accounts.lock-staff", rights)`
  select id, is_staff, is_superuser, may_see_members, may_see_money from users
   where (is_superuser or is_staff) and closed_at is null and suspended_at is null
   order by id for no key update`;

/**
 * Locks all members of staff who are not suspended until the transaction ends, always in the same order. Every transaction that takes a right away calls it
 * first, so that concurrent transactions cannot remove the last administrator together.
 */
export const lockStaff = (tx: Database) => lock(tx, []);

/** The rights of a caller may have gone since the request began. @param staff from `lockStaff` @throws 403 */
export function requireRights(staff: Awaited<ReturnType<typeof lockStaff>>, id: number, rights: StaffAccess[]): void {
  const caller = staff.find((each) => each.id === id);
  const missing = rights.find((right) => !caller || !hasRight(caller, right));
  if (missing) throw missingRight(missing);
}
