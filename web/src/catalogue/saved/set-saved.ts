import { contract } from "@manabiya/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ApiError, call } from "../../api/calls.ts";
import { isAway, PATIENCE, pauseAfter } from "../../api/query-client.ts";
import { holdsVideo, type SavedFlag, showFlag } from "./saved-flags.ts";
import type { VideoCard } from "../../api/answers.ts";

/** The calls send the desired state, so that repeated calls and other tabs do no harm. */
const LISTS = {
  is_favorite: {
    url: contract.favorites.list.url,
    send: async (id: string, is_favorite: boolean) =>
      (await call(contract.favorites.toggle, { params: { id }, body: { is_favorite } })).is_favorite,
  },
  watch_later: {
    url: contract.watchLater.list.url,
    send: async (id: string, watch_later: boolean) =>
      (await call(contract.watchLater.toggle, { params: { id }, body: { watch_later } })).watch_later,
  },
};

/** The desired state of each video with a call in flight. */
const underway = new Map<string, { desired: { value: boolean }; outcome: Promise<boolean> }>();

/**
 * Sets a flag of a video: shows it at once and reverts it if the call fails. Presses during a call are sent after it,
 * only the last one. The saved list becomes stale, but is not refetched while it still shows the video.
 * @returns the state that the server confirms
 */
export function setSaved(client: QueryClient, flag: SavedFlag, id: number, wanted: boolean): Promise<boolean> {
  showFlag(client, flag, id, wanted);
  const key = `${flag} ${id}`;
  const before = underway.get(key);
  if (before) {
    before.desired.value = wanted;
    return before.outcome;
  }
  const desired = { value: wanted };
  const outcome = flush(flag, id, desired).then((confirmed) => {
    underway.delete(key);
    showFlag(client, flag, id, confirmed);
    invalidateList(client, flag, id);
    return confirmed;
  });
  underway.set(key, { desired, outcome });
  return outcome;
}

function invalidateList(client: QueryClient, flag: SavedFlag, id: number): void {
  const queryKey = [LISTS[flag].url];
  void client.invalidateQueries({ queryKey, refetchType: "none" });
  void client.refetchQueries({
    queryKey,
    type: "active",
    predicate: ({ state }) => state.data !== undefined && !holdsVideo(state.data, id),
  });
}

/** Sends the desired state, again if it changes meanwhile, and while the service is away. */
async function flush(flag: SavedFlag, id: number, desired: { value: boolean }): Promise<boolean> {
  let confirmed = !desired.value;
  for (let failures = 0; ;) {
    const sent = desired.value;
    try {
      confirmed = await LISTS[flag].send(String(id), sent);
      if (sent === desired.value) return confirmed;
    } catch (error) {
      if (failures === PATIENCE || !isAway(error as ApiError)) {
        console.warn(`${flag} of video ${id} was not changed:`, error);
        return confirmed;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(failures++)));
    }
  }
}

export function useSaved(flag: SavedFlag, video: Pick<VideoCard, "id" | SavedFlag>) {
  const client = useQueryClient();
  return { isOn: video[flag], toggle: () => void setSaved(client, flag, video.id, !video[flag]) };
}
