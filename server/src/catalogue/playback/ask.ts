import type { SignCloud } from "../../files/storage/cloud-address.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";
import { checkFile } from "./file-head.ts";
import {
  askCloud,
  askHost,
  type HostAnswer,
  type HostDetails,
  type OembedAddresses,
  readHostDetails,
} from "./oembed.ts";
import type { CheckedVideo } from "./queries.ts";

/** Milliseconds: less than a request may last, so that staff who ask get an answer. */
const ANSWER_TIMEOUT = 5_000;

export type AskPlayback = (
  video: Pick<CheckedVideo, "host" | "video_id" | "host_hash">,
  signal?: AbortSignal,
) => Promise<HostAnswer>;

/** Asks YouTube or Vimeo what it knows of a video. It never rejects. */
export type AskDetails = (video: Parameters<typeof readHostDetails>[0]) => Promise<HostDetails>;

interface PlaybackDeps {
  storage: MediaStorage;
  signCloud: SignCloud;
  now: () => number;
  addresses: OembedAddresses;
  publicUrl: string;
}

/** @returns a function that asks a video's host, or reads its file. It never rejects. */
export function createAskPlayback({ storage, signCloud, now, ...deps }: PlaybackDeps): AskPlayback {
  return ({ host, video_id, host_hash }, stop) => {
    const timeout = AbortSignal.timeout(ANSWER_TIMEOUT);
    const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
    if (host === "file") return checkFile(storage, video_id, signal);
    const options = { ...deps, signal };
    if (host === "hls") return askCloud(signCloud(host_hash ?? "", now()), options);
    return askHost({ host, video_id, host_hash }, options);
  };
}

export function createAskDetails({ addresses, publicUrl }: Pick<PlaybackDeps, "addresses" | "publicUrl">): AskDetails {
  return (video) => readHostDetails(video, { addresses, publicUrl, signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
}
