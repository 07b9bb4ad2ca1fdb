import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import type { Playlist } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";

/** The specification allows a plain array as well as `{ results }`. */
export function usePlaylists() {
  return useQuery({ ...query(contract.playlists.list), select: listOf });
}

function listOf(answer: Playlist[] | { results: Playlist[] }): Playlist[] {
  return Array.isArray(answer) ? answer : answer.results;
}
