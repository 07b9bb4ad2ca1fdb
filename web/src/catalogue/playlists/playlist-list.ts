import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import type { Playlist } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";

export function usePlaylists() {
  return useQuery(query(contract.playlists.list));
}
