import { contract } from "@manabiya/contract";
import { useRead } from "../../api/calls.ts";

export function usePlaylists() {
  return useRead(contract.playlists.list);
}
