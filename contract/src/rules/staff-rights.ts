/**
 * The rights of staff. Everybody of staff manages content. `staff.members`: sees and helps members. `staff.money`: sees
 * payments and settles them. A superuser holds everything.
 */
export type StaffAccess = "staff" | "staff.members" | "staff.money" | "superuser";

/** The last two are optional because another server of the specification does not send them. */
export interface StaffRights {
  is_staff: boolean;
  is_superuser: boolean;
  may_see_members?: boolean;
  may_see_money?: boolean;
}

/** The only place that decides what a member of staff may do, on the server and in the browser. */
export function hasRight(user: StaffRights, access: StaffAccess): boolean {
  if (user.is_superuser) return true;
  if (!user.is_staff || access === "superuser") return false;
  if (access === "staff.members") return user.may_see_members === true;
  if (access === "staff.money") return user.may_see_money === true;
  return true;
}

interface Account {
  subscription_status: string;
  email_verified_at: string | null;
  /** Somebody paid for granted access that still runs. */
  has_gift: boolean;
}

/** A right is what its consequences are: a gift is paid as a contract is (decisions/041). */
export function rightsToEndAccess({ has_gift }: Pick<Account, "has_gift">): StaffAccess[] {
  return has_gift ? ["staff.members", "staff.money"] : ["staff.members"];
}

/** The close of an account ends its contract and its gifts. */
export function rightsToClose({ subscription_status, has_gift }: Account): StaffAccess[] {
  return rightsToEndAccess({ has_gift: has_gift || subscription_status === "active" });
}

/** The new mailbox can set a password, so it takes over a verified account, and the card of a contract. */
export function rightsToChangeEmail(account: Account): StaffAccess[] {
  return account.email_verified_at === null ? rightsToClose(account) : ["staff.members", "staff.money"];
}

/** Their names on the screens. */
export const RIGHT_LABELS: Record<StaffAccess, string> = {
  staff: "コンテンツ",
  "staff.members": "会員",
  "staff.money": "請求・売上",
  superuser: "管理者",
};

/** Says to staff which right is missing. `what`: such as "この画面". */
export function missingRightText(what: string, access: StaffAccess): string {
  return `${what}には「${RIGHT_LABELS[access]}」の権限が必要です。必要な場合は、管理者に依頼してください。`;
}

export function isStaffAccess(access: string | undefined): access is StaffAccess {
  return access === "staff" || access === "staff.members" || access === "staff.money" || access === "superuser";
}
