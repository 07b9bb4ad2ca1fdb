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
