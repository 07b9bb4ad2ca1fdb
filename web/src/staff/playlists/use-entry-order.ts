import { contract } from "@manabiya/contract";
import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { conflictOf } from "../../forms/use-record-form.ts";
import { call, query, sentenceOf } from "../../api/calls.ts";

import { moveEntry } from "./move-entry.ts";

const FAILED = "並び順を保存できませんでした。もう一度お試しください。";
const CONFLICT = "ほかのスタッフが先に更新しました。現在の並び順を表示しています。";

/** The calls that show the order to members; they are fetched again after it changes. */
const SHOWN_IN = [contract.playlists.list, contract.playlists.get];

/** The query key of a playlist that staff edit. Its id is a string there, because it comes from the address. */
export function playlistKey(id: number) {
  return query(contract.playlistManagement.get, { params: { id: String(id) } }).queryKey;
}

/** The entries in the shown order. Each change is saved, one after the other. */
export function useEntryOrder(playlist: ManagedPlaylist) {
  const client = useQueryClient();
  const key = playlistKey(playlist.id);
  /** Null: the server's order. */
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const revision = useRef(playlist.revision);
  const pendingSaves = useRef(0);
  const [failure, setFailure] = useState<string | null>(null);

  const { mutate } = useMutation({
    scope: { id: `order ${playlist.id}` },
    meta: { changes: SHOWN_IN.map(({ url }) => url) },
    mutationFn: (entries: readonly number[]) =>
      call(contract.playlistManagement.reorder, {
        params: { id: playlist.id },
        body: { entries: [...entries], revision: revision.current },
      }),
    onSuccess: (saved) => {
      revision.current = saved.revision;
      client.setQueryData(key, saved);
    },
    onError: (error) => {
      const current = conflictOf(error) as ManagedPlaylist | null;
      setFailure(current ? CONFLICT : sentenceOf(error, FAILED));
      if (current) {
        revision.current = current.revision;
        client.setQueryData(key, current);
      }
    },
    onSettled: () => {
      pendingSaves.current--;
      if (pendingSaves.current === 0) setOrder(null);
    },
  });

  const entries =
    order === null ? playlist.entries : order.flatMap((id) => playlist.entries.find((entry) => entry.id === id) ?? []);

  return {
    entries,
    failure,
    /** Moves an entry without saving. */
    show: (from: number, to: number) => setOrder(moveEntry(entries, from, to).map(({ id }) => id)),
    /** Saves the shown order, or moves an entry and saves. */
    save: (from = 0, to = from) => {
      const ids = moveEntry(entries, from, to).map(({ id }) => id);
      setFailure(null);
      setOrder(ids);
      // The last answer may be newer than the rendered playlist.
      if (pendingSaves.current === 0) revision.current = Math.max(revision.current, playlist.revision);
      pendingSaves.current++;
      mutate(ids);
    },
  };
}
