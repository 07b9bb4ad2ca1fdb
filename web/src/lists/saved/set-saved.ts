import { contract } from "@manabiya/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/calls.ts";
import { holdsVideo, type Kept, showKept } from "./saved-flags.ts";
import type { VideoCard } from "../../api/answers.ts";

/** What is sent is the state wanted, so that a doubled call, or one from another tab, does no harm. */
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

/** The last wish for each video whose call is on its way. */
const underway = new Map<string, { wish: { wanted: boolean }; outcome: Promise<boolean> }>();

/**
 * Keeps a video in a member's list or takes it out: shows at once and goes back when the server did not take it.
 * Presses while a call is on its way do not overtake it; the last one is sent after it. The list itself becomes
 * stale, but is not fetched anew under the pointer of somebody who is looking at the video in it.
 * @returns what it has become, as the server says
 */
export function setSaved(client: QueryClient, kept: Kept, id: number, wanted: boolean): Promise<boolean> {
  showKept(client, kept, id, wanted);
  const key = `${kept} ${id}`;
  const before = underway.get(key);
  if (before) {
    before.wish.wanted = wanted;
    return before.outcome;
  }
  const wish = { wanted };
  const outcome = grant(kept, id, wish).then((confirmed) => {
    underway.delete(key);
    showKept(client, kept, id, confirmed);
    outdate(client, kept, id);
    return confirmed;
  });
  underway.set(key, { wish, outcome });
  return outcome;
}

function outdate(client: QueryClient, kept: Kept, id: number): void {
  const queryKey = [LISTS[kept].url];
  void client.invalidateQueries({ queryKey, refetchType: "none" });
  void client.refetchQueries({
    queryKey,
    type: "active",
    predicate: ({ state }) => state.data !== undefined && !holdsVideo(state.data, id),
  });
}

/** Sends a wish, and once more when it has changed meanwhile. */
async function grant(kept: Kept, id: number, wish: { wanted: boolean }): Promise<boolean> {
  let confirmed = !wish.wanted;
  try {
    let sent: boolean;
    do {
      sent = wish.wanted;
      confirmed = await LISTS[kept].send(String(id), sent);
    } while (sent !== wish.wanted);
  } catch (error) {
    console.warn(`${kept} of video ${id} was not changed:`, error);
  }
  return confirmed;
}

/** Whether a member keeps a video, and the way to change it. */
export function useSaved(kept: Kept, video: Pick<VideoCard, "id" | Kept>) {
  const client = useQueryClient();
  return { isOn: video[kept], toggle: () => void setSaved(client, kept, video.id, !video[kept]) };
}
