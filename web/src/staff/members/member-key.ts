import { staff } from "@manabiya/contract/staff/staff.ts";
import { query } from "../../api/calls.ts";

/** Where a member is kept in the browser. The address has the number as a text. */
export function memberKey(id: number) {
  return query(staff.adminMembers.get, { params: { id: String(id) } }).queryKey;
}
