import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";

export function usePlaylists() {
  return useQuery(query(contract.playlists.list));
}
