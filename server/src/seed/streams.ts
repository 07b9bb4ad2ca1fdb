import { randomUUID } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { clipsFolder, streamsFolder } from "@manabiya/demo/content/folders.ts";
import { insertRows } from "../db/insert-rows.ts";
import type { Database } from "../db/open.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import type { Ago } from "./catalogue.ts";

/** A file of a film in several qualities, as `film_files` has it. */
export interface DemoStreamFile {
  name: string;
  film: string;
  rung: string;
  bytes: number;
  details: object;
  playlist: string | null;
}

/** Stores the demo's films that were prepared ahead, so that a demo needs no ffmpeg. @returns the rows of their files */
export async function storeStreams(storage: MediaStorage): Promise<DemoStreamFile[]> {
  const rows: DemoStreamFile[] = [];
  for (const entry of await readdir(streamsFolder)) {
    if (!entry.endsWith(".json")) continue;
    for (const file of JSON.parse(await readFile(join(streamsFolder, entry), "utf8")) as DemoStreamFile[]) {
      const name = `${randomUUID()}${file.name.slice(file.name.lastIndexOf("."))}`;
      await storage.save("videos", name, join(streamsFolder, file.name));
      rows.push({ ...file, name });
    }
  }
  return rows;
}

export async function insertStreams(tx: Database, files: DemoStreamFile[], ago: Ago): Promise<void> {
  const at = ago(1);
  const films = [...new Set(files.map(({ film }) => film))];
  const instants = { requested_at: at, not_before: at, used_at: ago(0) };
  const preparations = films.map(async (film) => {
    const original_bytes = (await stat(join(clipsFolder, film))).size;
    return { film, state: "ready", percent: 100, has_poster: true, original_bytes, ...instants };
  });
  await insertRows(tx, "film_preparations", await Promise.all(preparations));
  await insertRows(
    tx,
    "film_files",
    files.map((file) => ({ ...file, details: JSON.stringify(file.details) })),
  );
}
