import type { MediaStorage } from "../../files/storage/storage.ts";
import { checkFile } from "./file-head.ts";
import { askHost, type HostAnswer, type HostDetails, type OembedAddresses, readHostDetails } from "./oembed.ts";
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
  addresses: OembedAddresses;
  publicUrl: string;
}

/** @returns a function that asks a video's host, or reads its file. It never rejects. */
export function createAskPlayback({ storage, addresses, publicUrl }: PlaybackDeps): AskPlayback {
  return ({ host, video_id, host_hash }, stop) => {
    const timeout = AbortSignal.timeout(ANSWER_TIMEOUT);
    const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
    if (host === "file") return checkFile(storage, video_id, signal);
    return askHost({ host, video_id, host_hash }, { addresses, publicUrl, signal });
  };
}

export function createAskDetails({ addresses, publicUrl }: Omit<PlaybackDeps, "storage">): AskDetails {
  return (video) => readHostDetails(video, { addresses, publicUrl, signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
}
