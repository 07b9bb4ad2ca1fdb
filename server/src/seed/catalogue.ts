import { demoCatalogue, type DemoVideo } from "@manabiya/demo/content/catalogue.ts";
import { bumpCatalogue } from "../catalogue/cache/version.ts";
import { searchTextOf } from "../catalogue/captions/search-text.ts";
import { indexVideos } from "../catalogue/search/index-videos.ts";
import { insertRow, insertRows } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";
import { type Ids, known } from "./ids.ts";
import { hostId } from "./media.ts";

/** @returns the instant so many days before the demo's start, as ISO 8601 */
export type Ago = (days: number) => string;

/** @param thumbnails names of the stored pictures @returns the videos' ids by the demo's names */
export async function insertCatalogue(tx: Database, thumbnails: Map<DemoVideo, string>, ago: Ago): Promise<Ids> {
  const categoryIds = await insertCategories(tx);
  const tags = await insertRows(
    tx,
    "tags",
    demoCatalogue.tags.map((name) => ({ name })),
  );
  const tagIds: Ids = new Map(tags.map(({ id, name }) => [name, id]));
  const rows = demoCatalogue.videos.map((video) => ({
    host: video.host,
    video_id: hostId(video),
    title: video.title,
    description: video.description,
    thumbnail: thumbnails.get(video) ?? null,
    duration: video.duration,
    category_ids: video.categories.map((name) => known(categoryIds, name)),
    tag_ids: video.tags.map((name) => known(tagIds, name)),
    view_count: video.view_count,
    created_at: ago(video.published_days_ago),
    published_at: ago(video.published_days_ago),
    opened_at: video.is_open ? ago(video.published_days_ago) : null,
  }));
  const inserted = await insertRows(tx, "videos", rows);
  const videoIds = new Map(demoCatalogue.videos.map((video, index) => [video.video_id, inserted[index]?.id ?? 0]));
  await insertRows(tx, "chapters", chaptersOf(videoIds));
  await insertCaptions(tx, videoIds, ago);
  await insertPlaylists(tx, videoIds, ago);
  await indexVideos(tx, [...videoIds.values()]);
  await bumpCatalogue(tx);
  return videoIds;
}

async function insertCategories(tx: Database): Promise<Ids> {
  const ids: Ids = new Map();
  for (const { name, children } of demoCatalogue.categories) {
    const parent = await insertRow(tx, "categories", { name });
    ids.set(name, parent.id);
    const rows = children.map((child) => ({ name: child, parent: parent.id }));
    for (const child of await insertRows(tx, "categories", rows)) ids.set(child.name, child.id);
  }
  return ids;
}

const chaptersOf = (videoIds: Ids) =>
  demoCatalogue.videos.flatMap((video) =>
    video.chapters.map((chapter) => ({ ...chapter, video_id: known(videoIds, video.video_id) })),
  );

async function insertCaptions(tx: Database, videoIds: Ids, ago: Ago): Promise<void> {
  const lines = demoCatalogue.videos.flatMap(({ video_id, captions }) =>
    captions.map((line, position) => ({
      ...line,
      video_id: known(videoIds, video_id),
      position,
      search_text: searchTextOf(line.text),
    })),
  );
  const captioned = [...new Set(lines.map(({ video_id }) => video_id))];
  await insertRows(
    tx,
    "captions",
    captioned.map((video_id) => ({ video_id, published: true, updated_at: ago(1) })),
  );
  await insertRows(tx, "caption_lines", lines);
}

async function insertPlaylists(tx: Database, videoIds: Ids, ago: Ago): Promise<void> {
  for (const { title, description, created_days_ago, video_ids } of demoCatalogue.playlists) {
    const created_at = ago(created_days_ago);
    const { id } = await insertRow(tx, "playlists", { title, description, created_at });
    const rows = video_ids.map((name, index) => ({ playlist_id: id, video_id: known(videoIds, name), place: index }));
    await insertRows(tx, "playlist_videos", rows);
  }
}
