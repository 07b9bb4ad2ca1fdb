import { contract } from "@manabiya/contract";
import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";

/** The specification allows a plain array as well as `{ results }`. */
export function usePlaylists() {
  return useQuery({ ...query(contract.playlists.list), select: listOf });
}

function listOf(answer: Playlist[] | { results: Playlist[] }): Playlist[] {
  return Array.isArray(answer) ? answer : answer.results;
}
