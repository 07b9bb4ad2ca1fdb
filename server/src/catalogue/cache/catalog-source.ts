import { type Database, instant, int, nullable, statement, text } from "../../db/statement.ts";
import { CatalogCache } from "./catalog-cache.ts";
import { readVersion } from "./version.ts";

const selectCategories = statement("catalogue.categories", { id: int, name: text, parent: nullable(int) })`
  select id, name, parent from categories order by name, id`;
const selectTags = statement("catalogue.tags", { id: int, name: text })`select id, name from tags order by name, id`;
const selectSynonyms = statement("catalogue.synonyms", { words: text })`select words from synonym_groups order by id`;
/** Each part of the union has its own index, so the cost does not grow with the catalogue. Values: now. */
const selectHidden = statement("catalogue.hidden", { id: int, comes_out_at: nullable(instant) })`
  select id, null::timestamptz as comes_out_at from videos where published_at is null and deleted_at is null
  union all
  select id, null from videos where deleted_at is not null
  union all
  select id, published_at from videos where published_at > $1 and deleted_at is null`;

/** Holds the cache of the current version. Processes agree by the version in the database. */
export class CatalogSource {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #maxAge: number;
  #cache: CatalogCache | null = null;
  #checkedAt = -Infinity;
  #checking: Promise<CatalogCache> | null = null;

  /** `maxAge`: milliseconds between two checks of the version. */
  constructor(db: Database, now: () => number, maxAge: number) {
    this.#db = db;
    this.#now = now;
    this.#maxAge = maxAge;
  }

  async current(): Promise<CatalogCache> {
    const isFresh = performance.now() - this.#checkedAt < this.#maxAge;
    if (this.#cache && isFresh && this.#now() < this.#cache.validUntil) return this.#cache;
    return this.#checking ?? this.#check();
  }

  /** The next request checks the version. */
  invalidate(): void {
    this.#checkedAt = -Infinity;
    // A check that has begun may have read the version before the write.
    this.#checking = null;
  }

  #check(): Promise<CatalogCache> {
    const startedAt = performance.now();
    const checking = this.#readCurrent()
      .then((cache) => {
        if (this.#checking !== checking) return cache;
        this.#cache = cache;
        this.#checkedAt = startedAt;
        return cache;
      })
      .finally(() => {
        if (this.#checking === checking) this.#checking = null;
      });
    this.#checking = checking;
    return checking;
  }

  async #readCurrent(): Promise<CatalogCache> {
    const [row] = await readVersion(this.#db, []);
    const version = row?.version ?? 0;
    const cache = this.#cache;
    const isCurrent = cache?.version === version && this.#now() < cache.validUntil;
    return isCurrent ? cache : this.#read(version);
  }

  async #read(version: number): Promise<CatalogCache> {
    const [categories, tags, synonyms, hidden] = await Promise.all([
      selectCategories(this.#db, []),
      selectTags(this.#db, []),
      selectSynonyms(this.#db, []),
      selectHidden(this.#db, [new Date(this.#now()).toISOString()]),
    ]);
    const times = hidden.flatMap(({ comes_out_at }) => (comes_out_at === null ? [] : Date.parse(comes_out_at)));
    const tables = {
      version,
      categories: new Map(categories.map((category) => [category.id, category])),
      tags: new Map(tags.map((tag) => [tag.id, tag])),
      synonyms: synonyms.map(({ words }) => words),
      hidden: hidden.map(({ id }) => id),
      validUntil: times.reduce((earliest, time) => Math.min(earliest, time), Infinity),
    };
    return new CatalogCache(tables, this.#db, this.#now);
  }
}
