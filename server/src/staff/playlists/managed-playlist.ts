import { type ManagedPlaylist, PLAYLIST_VIDEOS_MAX } from "@manabiya/contract/staff/playlists.ts";
import { thumbnailAddress } from "../../catalogue/videos/rows.ts";
import type { Database } from "../../db/open.ts";
import { conflict, only, validationError } from "../../errors/app-error.ts";
import * as queries from "./queries.ts";
import { readVideoReference } from "./video-reference.ts";

type Entries = ManagedPlaylist["entries"];

/** In a transaction the playlist stays locked until the end. @throws 404 */
export async function readManagedPlaylist(tx: Database, id: number): Promise<ManagedPlaylist> {
  const playlist = only(await queries.lockPlaylist(tx, [id]), "再生リスト");
  const entries = await queries.readEntries(tx, [id]);
  return {
    ...playlist,
    entries: entries.map(({ id, video_id, host_video_id, title, thumbnail, published_at }) => ({
      id,
      video: { id: video_id, video_id: host_video_id, title, thumbnail: thumbnailAddress(thumbnail), published_at },
    })),
  };
}

export function videosOf(entries: Entries): number[] {
  return entries.map(({ video }) => video.id);
}

/**
 * Appends a video.
 * @returns the audit log's values, under the playlist's id
 * @throws 404 for the playlist, validation error on `video_id`
 */
export async function addEntry(tx: Database, id: number, reference: string) {
  const { entries } = await readManagedPlaylist(tx, id);
  const [video] = await queries.findVideo(tx, readVideoReference(reference));
  if (!video) throw videoError("動画が見つかりません。");
  if (entries.length >= PLAYLIST_VIDEOS_MAX) {
    throw videoError(`再生リストに入れられる動画は${PLAYLIST_VIDEOS_MAX}本までです。`);
  }
  const added = await queries.appendEntry(tx, [id, video.id]);
  if (added.length === 0) throw videoError("この動画はすでに再生リストにあります。");
  await queries.bumpPlaylistRevision(tx, [id]);
  return [{ id, video: video.id, title: video.title }];
}

/** @throws 404 for the playlist */
export async function lockEntry(tx: Database, id: number, reference: string) {
  await readManagedPlaylist(tx, id);
  return queries.findEntry(tx, [id, ...readVideoReference(reference)]);
}

/** @throws 409 with the present playlist unless `ids` are exactly those of its entries */
export function sortEntries(playlist: ManagedPlaylist, ids: number[]): Entries {
  const byId = new Map(playlist.entries.map((entry) => [entry.id, entry]));
  const sorted = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (sorted.length !== ids.length || sorted.length !== byId.size) throw conflict(playlist);
  return sorted;
}

function videoError(message: string) {
  return validationError({ video_id: [message] });
}
