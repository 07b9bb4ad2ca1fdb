import * as z from "zod/mini";
import { ChapterDraft } from "./chapters.ts";
import { Category } from "../catalogue/category.ts";
import { conflictWith, Revision, RevisionQuery } from "./conflict.ts";
import { Page, paged } from "../paging.ts";
import { call } from "../route.ts";
import { Tag } from "../catalogue/tags.ts";
import { chosenInstant, Instant, Message, opaque, text } from "../text.ts";
import { jsonList, THUMBNAIL_MAX_BYTES, uploadedFile } from "./upload.ts";
import { Stream, VideoHost, VideoParams } from "../catalogue/videos.ts";

export const VIDEO_TITLE_MAX = 200;
export const VIDEO_DESCRIPTION_MAX = 10_000;

export { TRASH_DAYS } from "../rules/stored-videos.ts";

export const PublicationStatus = z.enum(["published", "scheduled", "draft", "trashed"]);
export type PublicationStatus = z.infer<typeof PublicationStatus>;

/** The last answer of a video's host, or of its file. */
export const PlaybackState = z.enum(["plays", "private", "removed", "not_embeddable", "unreadable"]);
export type PlaybackState = z.infer<typeof PlaybackState>;

export const Playback = z.object({
  state: PlaybackState,
  checked_at: Instant,
  /** The first refusal since the video last played. */
  refused_at: z.nullable(Instant),
  /** Members cannot play the video: its host said so clearly, or on two nights. */
  is_confirmed: z.boolean(),
  /** Members who have the video in their favourites or in watch later. 0 for a video that plays. */
  saved_by: z.int(),
});
export type Playback = z.infer<typeof Playback>;

export const AdminVideo = z.object({
  id: z.int(),
  host: VideoHost,
  video_id: z.string(),
  /** Vimeo's key of an unlisted video; null without one. An address with a key as `video_id` sets it. */
  host_hash: z.nullable(z.string()),
  title: z.string(),
  description: z.string(),
  detail: z.object({ description: z.string() }),
  thumbnail: z.nullable(z.string()),
  /** Seconds. */
  duration: z.nullable(z.int()),
  created_at: Instant,
  /** Null: a draft. */
  published_at: z.nullable(Instant),
  /** Since when everybody may watch the video while it is published; null: members alone. */
  opened_at: z.nullable(Instant),
  takes_questions: z.boolean(),
  /** When the video went into the trash. */
  deleted_at: z.nullable(Instant),
  status: PublicationStatus,
  categories: z.array(Category),
  tags: z.array(Tag),
  view_count: z.int(),
  chapter_count: z.int(),
  revision: z.int(),
  /** Null: not checked yet, or replaced since then. */
  playback: z.nullable(Playback),
});
export type AdminVideo = z.infer<typeof AdminVideo>;

export const VideoTitle = text("タイトル", { max: VIDEO_TITLE_MAX });
export const FILE_MISSING = "動画ファイルをアップロードしてください。";
export const VideoDescription = text("概要文", { min: 0, max: VIDEO_DESCRIPTION_MAX });

const rowId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const ids = (label: string) => z.optional(jsonList(rowId, { max: 50, error: `${label}の指定が正しくありません。` }));

const PublishedAt = z.pipe(
  z.transform((value: unknown) => (value === "" ? null : value)),
  z.nullable(
    z.union([z.literal("now"), chosenInstant("公開日時が正しくありません。")], {
      error: "公開日時が正しくありません。",
    }),
  ),
);

const fields = {
  title: VideoTitle,
  /** The id or an address at the host. */
  video_id: text("動画ID", { max: 500 }),
  /** Absent: the host of the address, else the present host, else `youtube`. */
  host: z.optional(VideoHost),
  categories: ids("カテゴリー"),
  tags: ids("タグ"),
  /**
   * - null or empty: a draft
   * - "now": published now; a published video keeps its time
   * - an instant: scheduled in the future, published with a past one
   * - absent: unchanged, or "now" for a new video
   */
  published_at: z.optional(PublishedAt),
};

const seconds = [z.int(), z.minimum(1), z.maximum(360_000)] as const;
export const VideoSeconds = z.number().check(...seconds);

export const NewVideoBody = z.object({
  ...fields,
  thumbnail: z.optional(uploadedFile("画像ファイルを選択してください。")),
  description: z.optional(VideoDescription),
  chapters: z.optional(jsonList(ChapterDraft, { max: 500, error: "チャプターの指定が正しくありません。" })),
  /** Seconds. A form sends them as text. */
  duration: z.optional(z.coerce.number().check(...seconds)),
});

export const VideoBody = z.object({
  ...fields,
  /** The address of a picture that this API returned. Null or empty: no picture. Absent: unchanged. */
  thumbnail: z.optional(z.nullable(text("サムネイル", { min: 0, max: 500 }))),
  duration: z.optional(VideoSeconds),
  takes_questions: z.optional(z.boolean({ error: "質問の受け付けを選択してください。" })),
  revision: Revision,
});
export const OpeningBody = z.object({ is_open: z.boolean() });
export const DetailBody = z.object({ description: VideoDescription, revision: Revision });

export const VideoListSort = z.enum(["newest", "oldest", "title", "views"]);
export type VideoListSort = z.infer<typeof VideoListSort>;

export const VideoListShow = z.enum([
  "all",
  "published",
  "scheduled",
  "draft",
  "open",
  "trashed",
  "without_chapters",
  "without_categories",
  "unplayable",
]);
export type VideoListShow = z.infer<typeof VideoListShow>;

const VideoListQuery = z.object({
  page: Page,
  /** Words of title, description, tags and categories, or a part of the id at the host. */
  q: z._default(text("検索キーワード", { min: 0, max: 100 }), ""),
  sort: z._default(VideoListSort, "newest"),
  show: z._default(VideoListShow, "all"),
});

/** How many rows of other tables refer to a video. */
export const VideoEffects = z.object({
  chapters: z.int(),
  playlists: z.int(),
  favorites: z.int(),
  watch_later: z.int(),
  history: z.int(),
});
export type VideoEffects = z.infer<typeof VideoEffects>;

/** The addresses are signed for the caller's session, as in a member's answer. */
export const VideoSource = z.object({ source_url: z.nullable(z.string()), stream: z.nullable(Stream) });

export const PlaylistOfVideo = z.object({ id: z.int(), title: z.string(), contains: z.boolean() });
export type PlaylistOfVideo = z.infer<typeof PlaylistOfVideo>;

const conflicting = { 409: conflictWith(AdminVideo) };

export const adminVideos = {
  /** Newest first, without the trash. */
  list: call("List all videos without pages", { response: { 200: z.array(AdminVideo) } }),
  page: call("List one page of videos for staff", {
    querystring: VideoListQuery,
    response: { 200: paged(AdminVideo) },
    errors: [429],
  }),
  get: call("Get a video for editing", { params: VideoParams, response: { 200: AdminVideo } }),
  /** A multipart form. */
  create: call("Create a video", {
    body: NewVideoBody,
    response: { 201: AdminVideo },
    upload: { fileSize: THUMBNAIL_MAX_BYTES },
  }),
  update: call("Update a video", {
    params: VideoParams,
    body: VideoBody,
    response: { 200: AdminVideo, ...conflicting },
  }),
  /** Moves the video into the trash. */
  remove: call("Move a video to the trash", {
    params: VideoParams,
    querystring: RevisionQuery,
    response: { 200: Message, ...conflicting },
  }),
  /** Takes the video out of the trash. */
  restore: call("Restore a video from the trash", { params: VideoParams, response: { 200: AdminVideo } }),
  /** Asks the host now. A host that does not answer leaves the last result as it is. */
  check: call("Ask a video's host whether members can play it", {
    params: VideoParams,
    response: { 200: z.object({ is_answered: z.boolean(), video: AdminVideo }) },
  }),
  /** For a form that is still empty. Null: the host does not say, as YouTube of the length. */
  lookUp: call("Ask a video's host for its title and length", {
    querystring: z.object({ address: opaque("動画のURL", { max: 500 }) }),
    response: { 200: z.object({ title: z.nullable(z.string()), duration: z.nullable(VideoSeconds) }) },
  }),
  effects: call("Count the records that a deletion of the video affects", {
    params: VideoParams,
    response: { 200: VideoEffects },
  }),
  /** Drafts and scheduled videos too, unlike the members' call. */
  source: call("Get the address of a stored video file", { params: VideoParams, response: { 200: VideoSource } }),
  playlists: call("List all playlists and whether they contain the video", {
    params: VideoParams,
    response: { 200: z.array(PlaylistOfVideo) },
  }),
  describe: call("Update a video's description", {
    params: VideoParams,
    body: DetailBody,
    response: { 200: z.extend(AdminVideo, { message: z.string() }), ...conflicting },
  }),
  /** Opens the video to everybody, or closes it again. */
  setOpening: call("Open a video to visitors, or close it", {
    params: VideoParams,
    body: OpeningBody,
    response: { 200: AdminVideo },
  }),
  /** A multipart form. The picture replaces the present one. */
  setThumbnail: call("Upload a video's thumbnail", {
    params: VideoParams,
    body: z.object({ thumbnail: uploadedFile("画像ファイルを選択してください。") }),
    response: { 200: AdminVideo },
    upload: { fileSize: THUMBNAIL_MAX_BYTES },
  }),
  removeThumbnail: call("Remove a video's thumbnail", { params: VideoParams, response: { 200: AdminVideo } }),
};
