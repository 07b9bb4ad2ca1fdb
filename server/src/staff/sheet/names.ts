import { nameKey, normalizeName } from "@manabiya/contract/text.ts";
import { type Database, int, statement, text } from "../../db/statement.ts";
import { lockNames } from "../videos/names.ts";

const columns = { id: int, name: text, videos: int };
const SELECT = {
  playlists: `select p.id, p.title as name,
    (select count(*) from playlist_videos e where e.playlist_id = p.id)::int as videos from playlists p order by p.id`,
  categories: `select id, name, 0 as videos from categories order by id`,
  tags: `select id, name, 0 as videos from tags order by id`,
};

const READ = {
  playlists: statement("sheet.playlists", columns)`${SELECT.playlists}`,
  categories: statement("sheet.categories", columns)`${SELECT.categories}`,
  tags: statement("sheet.tags", columns)`${SELECT.tags}`,
};

/** In the order in which other changes lock them: playlists, categories, tags, then videos. */
const LOCK = {
  playlists: statement("sheet.lock-playlists", columns)`${SELECT.playlists} for update of p`,
  categories: statement("sheet.lock-categories", columns)`${SELECT.categories} for key share`,
  tags: statement("sheet.lock-tags", columns)`${SELECT.tags} for key share`,
};

interface Named {
  id: number;
  name: string;
  videos: number;
}

/** The names in cells. A name that several records share is followed by "#" and the record's number. */
export class NameTable {
  readonly #labels = new Map<number, string>();
  /** By the keys of labels, as all below: each spelling finds its record. */
  readonly #ids = new Map<string, number>();
  readonly #shared = new Set<string>();
  readonly #videos = new Map<string, number>();

  constructor(records: Named[]) {
    // With its number each record is found, whoever shares its name. The label of another one wins.
    for (const { id, name } of records) this.#ids.set(nameKey(`${name} #${id}`), id);
    for (const [key, same] of Map.groupBy(records, (record) => nameKey(record.name))) {
      if (same.length > 1) this.#shared.add(key);
      for (const { id, name, videos } of same) {
        const label = same.length > 1 ? `${normalizeName(name)} #${id}` : normalizeName(name);
        this.#labels.set(id, label);
        this.#ids.set(nameKey(label), id);
        this.#videos.set(nameKey(label), videos);
      }
    }
  }

  /** @returns the spelling of the record's own label; a new name stays as it is */
  labelOf(given: string): string {
    return this.#labels.get(this.idOf(given) ?? 0) ?? given;
  }

  labelsOf(ids: number[]): string[] {
    return ids.flatMap((id) => this.#labels.get(id) ?? []);
  }

  idOf(label: string): number | undefined {
    return this.#ids.get(nameKey(label));
  }

  isShared(label: string): boolean {
    return this.#shared.has(nameKey(label));
  }

  /** Counts another video of the playlist. @returns how many it has then */
  addVideo(label: string): number {
    const count = (this.#videos.get(nameKey(label)) ?? 0) + 1;
    this.#videos.set(nameKey(label), count);
    return count;
  }
}

export type Names = Record<keyof typeof READ, NameTable>;

/** In a transaction that locks, the records stay as they are until its end. */
export async function readNames(db: Database, { isLocking }: { isLocking: boolean }): Promise<Names> {
  const { playlists, categories, tags } = isLocking ? LOCK : READ;
  if (isLocking) await lockNames(db, []);
  return {
    playlists: new NameTable(await playlists(db, [])),
    categories: new NameTable(await categories(db, [])),
    tags: new NameTable(await tags(db, [])),
  };
}

/** "入門|集客" → its names. A name that contains "|" has a backslash before it. */
export function splitNames(cell: string): string[] {
  const names = cell.match(/(?:\\.|[^\\|｜\n])+/g) ?? [];
  return [...new Set(names.map((name) => normalizeName(name.replaceAll(/\\(.)/g, "$1"))))].filter(
    (name) => name !== "",
  );
}
