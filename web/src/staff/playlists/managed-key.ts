import { staff } from "@manabiya/contract/staff/staff.ts";
import { query } from "../../api/calls.ts";

/** Where a playlist that is being edited is kept in the browser. The address has its number as a text. */
export function managedKey(id: number) {
  return query(staff.playlistManagement.get, { params: { id: String(id) } }).queryKey;
}
