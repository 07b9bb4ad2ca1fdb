import {
  type ManagedPlaylist,
  PLAYLIST_VIDEOS_MAX,
  PLAYLISTS_MAX,
} from "@manabiya/contract/staff/playlists.ts";
import { recordChange } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { conflict, notFound, validationError } from "../../http/app-error.ts";
import { thumbnailAddress } from "../../catalogue/videos/rows.ts";
import * as queries from "./queries.ts";
import { readVideoReference } from "./video-reference.ts";

/** Who changes it and when: milliseconds since 1970. */
interface Act {
  by: number;
  now: number;
}

interface Texts {
  title: string;
  description: string;
}

/** @returns the new playlist's id */
export async function createPlaylist(tx: Database, texts: Texts, { by, now }: Act): Promise<number> {
  const { title, description } = texts;
  const [already] = await queries.countPlaylists(tx, []);
  if ((already?.count ?? 0) >= PLAYLISTS_MAX) {
    throw validationError({ title: [`再生リストは${PLAYLISTS_MAX}件まで作成できます。`] });
  }
  const [row] = await queries.insertPlaylist(tx, [title, description, new Date(now).toISOString()]);
  const id = row?.id ?? 0;
  await recordChange(tx, { by, action: "playlist.create", id, after: { title, description } }, now);
  return id;
}

/** A change to what it is already is none. @throws 404, 409 with the playlist as it is */
export async function updatePlaylist(
  tx: Database,
  id: number,
  given: Texts & { revision?: number | undefined },
  { by, now }: Act,
): Promise<void> {
  const current = await readManaged(tx, id);
  const { title, description } = given;
  if (current.title === title && current.description === description) return;
  refuseStale(current, given.revision);
  await queries.updatePlaylist(tx, [id, title, description]);
  const before = { title: current.title, description: current.description };
  await recordChange(tx, { by, action: "playlist.update", id, before, after: { title, description } }, now);
}

/** @returns its title @throws 404, 409 with the playlist as it is */
export async function deletePlaylist(
  tx: Database,
  id: number,
  revision: number | undefined,
  { by, now }: Act,
): Promise<string> {
  const current = await readManaged(tx, id);
  refuseStale(current, revision);
  const { title, description, entries } = current;
  await queries.deletePlaylist(tx, [id]);
  const before = { title, description, videos: entries.map(({ video }) => video.id) };
  await recordChange(tx, { by, action: "playlist.delete", id, before }, now);
  return title;
}

/** Puts a video at the end. @throws 404 for the playlist, validation error on `video_id` */
export async function addVideo(tx: Database, id: number, given: string, { by, now }: Act): Promise<void> {
  const { entries } = await readManaged(tx, id);
  const [video] = await queries.findVideo(tx, readVideoReference(given));
  if (!video) throw refusedVideo("動画が見つかりません。");
  if (entries.length >= PLAYLIST_VIDEOS_MAX) {
    throw refusedVideo(`再生リストに入れられる動画は${PLAYLIST_VIDEOS_MAX}本までです。`);
  }
  const added = await queries.appendEntry(tx, [id, video.id]);
  if (added.length === 0) throw refusedVideo("この動画はすでに再生リストにあります。");
  await queries.touchPlaylist(tx, [id]);
  const after = { video: video.id, title: video.title };
  await recordChange(tx, { by, action: "playlist.add_video", id, after }, now);
}

/** @throws 404 for the playlist or the video in it */
export async function removeVideo(tx: Database, id: number, given: string, { by, now }: Act): Promise<void> {
  await readManaged(tx, id);
  const [entry] = await queries.findEntry(tx, [id, ...readVideoReference(given)]);
  if (!entry) throw notFound("動画");
  await queries.deleteEntry(tx, [entry.id]);
  await queries.touchPlaylist(tx, [id]);
  const before = { video: entry.video_id, title: entry.title };
  await recordChange(tx, { by, action: "playlist.remove_video", id, before }, now);
}

/** @throws 404, 409 with the playlist as it is when its videos are not those that the caller has put in order */
export async function reorderVideos(
  tx: Database,
  id: number,
  given: { entries: number[]; revision?: number | undefined },
  { by, now }: Act,
): Promise<ManagedPlaylist> {
  const current = await readManaged(tx, id);
  const before = current.entries.map((entry) => entry.id);
  if (before.join() === given.entries.join()) return current;
  refuseStale(current, given.revision);
  const named = new Set(given.entries);
  if (
    named.size !== before.length ||
    given.entries.length !== before.length ||
    !before.every((e) => named.has(e))
  ) {
    throw conflict(current);
  }
  await queries.orderEntries(tx, [id, given.entries]);
  await queries.touchPlaylist(tx, [id]);
  const after = await readManaged(tx, id);
  const order = { before: { videos: videosOf(current) }, after: { videos: videosOf(after) } };
  await recordChange(tx, { by, action: "playlist.reorder", id, ...order }, now);
  return after;
}

/** Takes the playlist, so that nobody else changes it until the transaction's end. @throws 404 */
export async function readManaged(tx: Database, id: number): Promise<ManagedPlaylist> {
  const [playlist] = await queries.lockPlaylist(tx, [id]);
  if (!playlist) throw notFound("再生リスト");
  const entries = await queries.readEntries(tx, [id]);
  return {
    ...playlist,
    entries: entries.map(({ id, video_id, host_video_id, title, thumbnail, published_at }) => ({
      id,
      video: {
        id: video_id,
        video_id: host_video_id,
        title,
        thumbnail: thumbnailAddress(thumbnail),
        published_at,
      },
    })),
  };
}

function videosOf({ entries }: ManagedPlaylist): number[] {
  return entries.map(({ video }) => video.id);
}

function refuseStale(current: ManagedPlaylist, revision: number | undefined): void {
  if (revision !== undefined && revision !== current.revision) throw conflict(current);
}

function refusedVideo(message: string) {
  return validationError({ video_id: [message] });
}
