import { accounts } from "./accounts.ts";
import { categories, tags } from "./categories.ts";
import { notes } from "./notes.ts";
import { notices } from "./notices.ts";
import { playlists } from "./playlists.ts";
import { readdirSync, readFileSync } from "node:fs";
import { chapter } from "./text.ts";
import type { DemoVideo } from "./types.ts";

export { demoPassword } from "./accounts.ts";
export type * from "./types.ts";

/** A video as its file has it: one entry per line of the description, and per chapter. */
type VideoSource = Omit<DemoVideo, "description" | "chapters"> & { description: string[]; chapters: string[] };

const folder = new URL("./videos/", import.meta.url);
const sources = readdirSync(folder).flatMap((file): VideoSource[] =>
  JSON.parse(readFileSync(new URL(file, folder), "utf8")),
);
const videos = sources
  .map((video): DemoVideo => ({
    ...video,
    description: video.description.join("\n"),
    chapters: video.chapters.map(chapter),
  }))
  .toSorted((a, b) => b.published_days_ago - a.published_days_ago);

/** The content of a fresh demo database; the newest video comes first. */
export const demoCatalogue = { categories, tags, videos, playlists, notices, notes, accounts };
