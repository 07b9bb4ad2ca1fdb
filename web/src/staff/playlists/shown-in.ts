import { contract } from "@manabiya/contract";

/** Where else a playlist is shown: fetched again after a change of its order. */
export const SHOWN_IN = [contract.playlists.list, contract.playlists.get];
