import Hls from "hls.js";
import { nearestSide, savesData, SAVING_SIDE, sideOf } from "../controls/quality.ts";
import type { Quality } from "../player.ts";
import type { StreamOptions, StreamPlayback } from "./stream.ts";

/** Seconds that are loaded ahead: longer than most tunnels, and not much is wasted if the member leaves. */
const AHEAD = 60;
/** Seconds that are loaded ahead at first: the page has other work, and many leave a video within seconds. */
const AHEAD_AT_FIRST = 12;
/** Segments after which a member seems to stay. */
const STAYS_AFTER = 3;

const REFUSED = [401, 403];

/** Plays a stream in browsers that play none themselves, or not as well. */
export function playByHls(
  media: HTMLVideoElement,
  address: string,
  { at, quality, onFailure }: StreamOptions,
): StreamPlayback {
  const hls = new Hls({
    startPosition: at(),
    // The security policy refuses a worker from a string. The segments reach the browser as they are.
    enableWorker: false,
    // A picture larger than its place on the screen costs data for nothing. With data saver the limit is ours.
    capLevelToPlayerSize: !savesData(),
    // The first segment is played, not thrown away after it was measured.
    testBandwidth: false,
    maxBufferLength: AHEAD_AT_FIRST,
    maxMaxBufferLength: AHEAD_AT_FIRST,
    backBufferLength: AHEAD,
  });

  function levelOf(side: number): number {
    const sides = hls.levels.map(sideOf);
    return sides.lastIndexOf(nearestSide(sides, side));
  }

  let wanted = quality;

  function choose(next: Quality): void {
    wanted = next;
    // Before the playlist has come, there is nothing to choose from.
    if (hls.levels.length > 0) hls.nextLevel = typeof next === "number" ? levelOf(next) : -1;
  }

  const recovered = new Set<string>();

  /** @returns false if the library's own means have been used, or the playlist never came */
  function recover(type: string, isNetwork: boolean): boolean {
    if (recovered.has(type) || hls.levels.length === 0) return false;
    recovered.add(type);
    if (isNetwork) hls.startLoad();
    else hls.recoverMediaError();
    return true;
  }

  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (savesData()) hls.autoLevelCapping = levelOf(SAVING_SIDE);
    // Something is seen at once. The next segment has the quality that suits the network.
    hls.startLevel = typeof wanted === "number" ? levelOf(wanted) : 0;
    choose(wanted);
  });
  let played = 0;
  hls.on(Hls.Events.FRAG_CHANGED, () => {
    played += 1;
    if (played === STAYS_AFTER) Object.assign(hls.config, { maxBufferLength: AHEAD, maxMaxBufferLength: AHEAD });
  });
  hls.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
    const isNetwork = type === Hls.ErrorTypes.NETWORK_ERROR;
    if (!REFUSED.includes(response?.code ?? 0) && (!fatal || recover(type, isNetwork))) return;
    hls.removeAllListeners(Hls.Events.ERROR);
    const lost = response?.code === 404 ? "file-missing" : "network";
    onFailure(isNetwork ? lost : "file-broken", isNetwork);
  });
  hls.loadSource(address);
  hls.attachMedia(media);
  return { choose, end: () => hls.destroy() };
}
