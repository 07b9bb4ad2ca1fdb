import { contract } from "@manabiya/contract";
import { useQueryClient } from "@tanstack/react-query";
import { FINISHED_PERCENT } from "@manabiya/contract/lists/finished-part.ts";
import { useEffect, useState } from "react";
import { invalidate } from "../api/query-client.ts";
import { call, query } from "../api/calls.ts";
import { beforeLogout } from "../api/log-out.ts";
import { getSession } from "../session/session.ts";
import type { PlayerEvent } from "./player.ts";
import { createWatchRecorder, type WatchPosition } from "./watch-recorder.ts";

/** This page among the member's players, until it is closed. Without TLS, browsers make no ids, and nothing is limited. */
const PLAYER = window.isSecureContext ? { player: crypto.randomUUID() } : {};

/**
 * Reports to the server: one view per visit, and the watch position. Failures are only logged.
 * @param id as in the page's address
 * @param onElsewhere called when other devices of the member take this player's place
 * @returns `viewCount`: null until this view is counted
 */
export function useWatching(
  id: string,
  onElsewhere: () => void,
): { handleEvent: (event: PlayerEvent) => void; viewCount: number | null } {
  const client = useQueryClient();
  const [viewCount, setViewCount] = useState<number | null>(null);
  const params = { id };

  async function countView(): Promise<void> {
    const { view_count } = await call(contract.videos.progress, { params, body: PLAYER });
    setViewCount(view_count);
  }

  async function savePosition({ position, duration, is_playing }: WatchPosition): Promise<void> {
    // The session has ended.
    if (getSession().user === null) return;
    const { queryKey } = query(contract.videos.get, { params });
    // Servers that keep no positions would count this call as a view.
    const before = client.getQueryData(queryKey)?.position;
    if (before === undefined) return;
    // A return within this visit resumes here without a request.
    client.setQueryData(queryKey, (video) => video && { ...video, position: Math.floor(position) });
    const body = { ...PLAYER, position, duration, is_playing };
    const { plays_elsewhere = false } = await call(contract.videos.progress, { params, body });
    if (plays_elsewhere) onElsewhere();
    // A list beside the player shows the finished lesson at once; other positions show at its next visit.
    const end = (duration * FINISHED_PERCENT) / 100;
    const finishes = position >= end && !(before !== null && before >= end);
    const playlists = { queryKey: [contract.playlists.get.url], refetchType: finishes ? "active" : "none" } as const;
    void client.invalidateQueries(playlists);
    await invalidate([contract.home.get.url, contract.history.list.url]);
  }

  const [recorder] = useState(() =>
    createWatchRecorder({
      countView: () => void countView().catch((error: unknown) => console.warn("view not counted", error)),
      savePosition: (position) =>
        savePosition(position).catch((error: unknown) => console.warn("position not saved", error)),
      now: () => performance.now(),
    }),
  );

  useEffect(() => {
    // On phones this is the last event that is sure to fire.
    const handleHidden = () => document.visibilityState === "hidden" && recorder.save();
    const handlePageHide = () => void recorder.leave();
    document.addEventListener("visibilitychange", handleHidden);
    window.addEventListener("pagehide", handlePageHide);
    const forget = beforeLogout(recorder.leave);
    return () => {
      forget();
      document.removeEventListener("visibilitychange", handleHidden);
      window.removeEventListener("pagehide", handlePageHide);
      void recorder.leave();
    };
  }, [recorder]);

  return { handleEvent: recorder.handle, viewCount };
}
