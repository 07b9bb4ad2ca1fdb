import { accounts, formerMembers } from "./accounts.ts";
import { categories, tags } from "./categories.ts";
import { notes } from "./notes.ts";
import { notices } from "./notices.ts";
import { operator } from "./operator.ts";
import { playlists } from "./playlists.ts";
import { searches } from "./searches.ts";
import { readdirSync, readFileSync } from "node:fs";
import { captions, chapter } from "./text.ts";
import type { DemoVideo } from "./types.ts";

export { demoPassword } from "./accounts.ts";
export type * from "./types.ts";

/** A video as its file has it: one entry per line of the description, and per chapter. */
type VideoSource = Omit<DemoVideo, "description" | "chapters" | "captions"> & {
  description: string[];
  chapters: string[];
};

/** @returns the parsed files of a folder */
function readFolder<T>(name: string): T[] {
  const folder = new URL(`./${name}/`, import.meta.url);
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as T);
}

const sources = readFolder<VideoSource[]>("videos").flat();
/** Lines of captions by video. */
const spoken = Object.assign({}, ...readFolder<Record<string, string[]>>("captions")) as Record<string, string[]>;
const videos = sources
  .map((video): DemoVideo => ({
    ...video,
    description: video.description.join("\n"),
    chapters: video.chapters.map(chapter),
    captions: captions(spoken[video.video_id] ?? [], video.duration),
  }))
  .toSorted((a, b) => b.published_days_ago - a.published_days_ago);

/** The content of a fresh demo database; the newest video comes first. */
export const demoCatalogue = {
  categories,
  tags,
  videos,
  playlists,
  notices,
  notes,
  accounts,
  formerMembers,
  searches,
  operator,
};
