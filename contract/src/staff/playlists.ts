import * as z from "zod/mini";
import { conflictWith, deleted, edited, Revision } from "./conflict.ts";
import { Playlist, PlaylistDetail } from "../catalogue/playlists.ts";
import { call } from "../route.ts";
import { Instant, params, RowId, text } from "../text.ts";

export const PLAYLIST_TITLE_MAX = 100;
const PLAYLIST_DESCRIPTION_MAX = 2_000;
/** Members' pages show no more. */
export const PLAYLISTS_MAX = 200;
export const PLAYLIST_VIDEOS_MAX = 1_000;

/** A video in a list that staff order. */
export const ManagedVideo = z.object({
  id: z.int(),
  video_id: z.string(),
  title: z.string(),
  thumbnail: z.nullable(z.string()),
  /** Null: a draft. In the future: scheduled. */
  published_at: z.nullable(Instant),
});
export type ManagedVideo = z.infer<typeof ManagedVideo>;

/** Includes drafts and scheduled videos. */
export const ManagedPlaylist = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  revision: z.int(),
  /** In order. `id` is the entry's id. */
  entries: z.array(z.object({ id: z.int(), video: ManagedVideo })),
});
export type ManagedPlaylist = z.infer<typeof ManagedPlaylist>;

const fields = {
  title: text("タイトル", { max: PLAYLIST_TITLE_MAX }),
  description: z._default(text("説明", { min: 0, max: PLAYLIST_DESCRIPTION_MAX }), ""),
};

export const PlaylistCreateBody = z.object(fields);
export const PlaylistBody = z.object({ ...fields, revision: Revision });

const VideoReference = z.pipe(
  z.pipe(
    z.union([z.string(), z.int()], { error: "動画IDを入力してください。" }),
    z.transform((given) => String(given)),
  ),
  text("動画ID", { max: 300 }),
);

export const PlaylistVideoBody = z.object({
  /** Our own number, the id at the video's host, or an address of the video. */
  video_id: VideoReference,
});

export const PlaylistOrderBody = z.object({
  /** Ids of all entries in their new order. */
  entries: z
    .array(z.int(), { error: "並び順が正しくありません。" })
    .check(z.maxLength(PLAYLIST_VIDEOS_MAX, { error: "並び順が正しくありません。" })),
  revision: Revision,
});

export const playlistManagement = {
  create: call("Create a playlist", { body: PlaylistCreateBody, response: { 201: Playlist } }),
  get: call("Get a playlist for editing", { params, response: { 200: ManagedPlaylist } }),
  update: call("Update a playlist", {
    params,
    body: PlaylistBody,
    response: { 200: Playlist, 409: conflictWith(ManagedPlaylist) },
  }),
  remove: call("Delete a playlist", { params, ...deleted(ManagedPlaylist) }),
  /** Appends the video and returns the playlist as members see it. */
  addVideo: call("Add a video to a playlist", { params, body: PlaylistVideoBody, response: { 200: PlaylistDetail } }),
  removeVideo: call("Remove a video from a playlist", {
    params: z.object({ id: RowId, video_id: VideoReference }),
    response: { 200: PlaylistDetail },
  }),
  reorder: call("Change the order of a playlist's videos", {
    params,
    body: PlaylistOrderBody,
    response: edited(ManagedPlaylist),
  }),
};
