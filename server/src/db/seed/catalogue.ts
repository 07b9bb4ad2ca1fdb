import { demoCatalogue, type DemoVideo } from "@manabiya/demo/content/catalogue.ts";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { indexVideos } from "../../catalogue/search/index-videos.ts";
import type { Database } from "../open.ts";
import * as schema from "../schema.ts";
import { type Ids, known } from "./ids.ts";
import { hostId } from "./media.ts";

/** An instant so many days before the demo begins, as ISO 8601. */
export type Ago = (days: number) => string;

/**
 * Categories, tags, videos with chapters and views, playlists. `thumbnails`: the names of the stored pictures.
 * @returns the videos' ids by the demo's names
 */
export async function insertCatalogue(
  tx: Database,
  thumbnails: Map<DemoVideo, string>,
  ago: Ago,
): Promise<Ids> {
  const categoryIds = await insertCategories(tx);
  const tagIds = await insertTags(tx);
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
  }));
  const inserted = await tx.orm.insert(schema.videos).values(rows).returning({ id: schema.videos.id });
  const videoIds = new Map(
    demoCatalogue.videos.map((video, place) => [video.video_id, inserted[place]?.id ?? 0]),
  );
  await insertChapters(tx, videoIds);
  await insertViews(tx, videoIds, ago);
  await insertPlaylists(tx, videoIds, ago);
  await indexVideos(tx, [...videoIds.values()]);
  await bumpCatalogue(tx);
  return videoIds;
}

async function insertCategories({ orm }: Database): Promise<Ids> {
  const ids: Ids = new Map();
  for (const { name, children } of demoCatalogue.categories) {
    const [parent] = await orm.insert(schema.categories).values({ name }).returning();
    if (!parent) continue;
    ids.set(name, parent.id);
    const rows = children.map((child) => ({ name: child, parent: parent.id }));
    for (const child of await orm.insert(schema.categories).values(rows).returning())
      ids.set(child.name, child.id);
  }
  return ids;
}

async function insertTags({ orm }: Database): Promise<Ids> {
  const rows = await orm
    .insert(schema.tags)
    .values(demoCatalogue.tags.map((name) => ({ name })))
    .returning();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function insertChapters({ orm }: Database, videoIds: Ids): Promise<void> {
  const rows = demoCatalogue.videos.flatMap((video) =>
    video.chapters.map((chapter) => ({ ...chapter, video_id: known(videoIds, video.video_id) })),
  );
  await orm.insert(schema.chapters).values(rows);
}

/** A month of views in the proportion of all views, so that something is popular. */
async function insertViews({ orm }: Database, videoIds: Ids, ago: Ago): Promise<void> {
  const rows = demoCatalogue.videos.map((video) => ({
    day: ago(1).slice(0, 10),
    video_id: known(videoIds, video.video_id),
    views: Math.ceil(video.view_count / 20),
  }));
  await orm.insert(schema.daily_views).values(rows);
}

async function insertPlaylists({ orm }: Database, videoIds: Ids, ago: Ago): Promise<void> {
  for (const { title, description, created_days_ago, video_ids } of demoCatalogue.playlists) {
    const [playlist] = await orm
      .insert(schema.playlists)
      .values({ title, description, created_at: ago(created_days_ago) })
      .returning();
    if (!playlist) continue;
    const rows = video_ids.map((id, place) => ({
      playlist_id: playlist.id,
      video_id: known(videoIds, id),
      place,
    }));
    await orm.insert(schema.playlist_videos).values(rows);
  }
}
