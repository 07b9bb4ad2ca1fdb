import { parseHostVideo } from "@manabiya/contract/rules/host-video.ts";
import { validationError } from "../../errors/app-error.ts";

const INT_MAX = 2_147_483_647;
const OWN_ADDRESS = /^(?:https?:\/\/[^/]+)?\/video\/(\d{1,10})(?=[/?#]|$)/;

/**
 * Reads our own number or address of a video, or its id or address at the host.
 * @returns the possible number and the possible id at the host
 * @throws validation error on `video_id`
 */
export function readVideoReference(given: string): [number | null, string | null] {
  const own = OWN_ADDRESS.exec(given)?.[1];
  if (own !== undefined) return [numberOf(own), null];
  const parsed = parseHostVideo(given);
  if (parsed === null) throw validationError({ video_id: ["動画IDまたは動画のURLを入力してください。"] });
  const { host, video_id } = parsed;
  return [host === null ? numberOf(video_id) : null, video_id];
}

/** @returns null for a text that is no number of ours */
export function numberOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= INT_MAX ? Number(text) : null;
}
