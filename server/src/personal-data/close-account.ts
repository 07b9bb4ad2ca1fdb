import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { command, type Database, statement, text } from "../db/statement.ts";
import { AppError } from "../errors/app-error.ts";
import { lockStaff } from "../accounts/administrators.ts";
import { BY_USER_ID, type Closing, type Member } from "../accounts/personal-data-entry.ts";
import { personalData } from "./register.ts";
import type { CurrentUser } from "../accounts/sessions/current-user.ts";

type Owner = Pick<CurrentUser, "id" | "is_staff" | "is_superuser">;

/** Milliseconds; a long history takes longer to delete than other statements may run. */
const DELETE_TIMEOUT = 8_000;

// Rights that were given meanwhile may be those of the last administrator.
const lockAccount = statement("close-account.lock", { email: text })`
  select email from users
   where id = $1 and password_hash = $2 and is_staff = $3 and is_superuser = $4 and closed_at is null for update`;

/** One step per table of the register. */
const erasures = Object.entries(personalData).map(([table, { owner = BY_USER_ID, onClose }]) => {
  if (onClose !== "delete") return onClose.anonymize;
  if (owner === null) throw new Error(`${table} names no owner, so its rows cannot be deleted`);
  const remove = command(`close-account.${table}`)`delete from ${table} where ${owner.column} = $1`;
  return (tx: Database, member: Member) => remove(tx, [owner.value(member)]);
});

/**
 * 退会: erases the member's personal data as the register says. `tx` must be a transaction.
 * @param verifiedHash the hash of the password that the member has just given, or that staff have just read
 * @returns false when the account was closed, or its password or its rights changed meanwhile
 * @throws 400 `last_administrator`
 */
export async function closeAccount(
  tx: Database,
  { currentUser, verifiedHash, ...closing }: Closing & { currentUser: Owner; verifiedHash: string },
): Promise<boolean> {
  await tx.allowTime(DELETE_TIMEOUT);
  await refuseLastAdministrator(tx, currentUser);
  const { id, is_staff, is_superuser } = currentUser;
  const [account] = await lockAccount(tx, [id, verifiedHash, is_staff, is_superuser]);
  if (!account) return false;
  for (const erase of erasures) await erase?.(tx, { id, email: account.email }, closing);
  return true;
}

/**
 * One administrator must remain to appoint others. In a transaction this locks all administrators, so that the last
 * two cannot leave at once.
 * @throws 400 `last_administrator`
 */
export async function refuseLastAdministrator(db: Database, currentUser: Owner): Promise<void> {
  if (!isStaff(currentUser)) return;
  const others = (await lockStaff(db)).filter(({ id }) => id !== currentUser.id);
  const isLast = currentUser.is_superuser ? !others.some((other) => other.is_superuser) : others.length === 0;
  if (isLast) {
    throw new AppError(400, "last_administrator", "最後の管理者は退会できません。先に別の管理者を設定してください。");
  }
}
