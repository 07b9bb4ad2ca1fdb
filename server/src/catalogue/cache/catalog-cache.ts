import type { Category } from "@manabiya/contract/catalogue/category.ts";
import type { Tag } from "@manabiya/contract/catalogue/tags.ts";
import { LRUCache } from "lru-cache";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import { instant, int, nullable, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import type { KnownVideo } from "../videos/rows.ts";
import type { CatalogueReads, Reads } from "./reads.ts";
import { readVersion } from "./version.ts";

const SHARED_ENTRIES = 1_500;
/** With what is written of them once, some 2 kB each. */
const CARDS = 10_000;
/** Videos whose chapters search has looked into; about 3 kB each. */
const CHAPTERS = 1_000;
/** Milliseconds after which cards, and what else counts views, are read again all the same: views bring no version. */
export const VIEWS_TTL = 60_000;
/** What was read for members, some 3 kB each; whatever else happens, none is older than so many milliseconds. */
const OWN_ENTRIES = 5_000;
const OWN_TTL = 60_000;
/** Milliseconds by which that may be off; the library sets a timer as often. */
const TTL_RESOLUTION = 1_000;

const selectCategories = statement(
  "catalogue.categories",
  { id: int, name: text, parent: nullable(int) },
  `select id, name, parent from categories order by name, id`,
);
const selectTags = statement(
  "catalogue.tags",
  { id: int, name: text },
  `select id, name from tags order by name, id`,
);
/** Each arm has an index of its own, so that this stays short while the catalogue grows. Values: now. */
const selectHidden = statement(
  "catalogue.hidden",
  { id: int, comes_out_at: nullable(instant) },
  `select id, null::timestamptz as comes_out_at from videos where published_at is null and deleted_at is null
   union all
   select id, null from videos where deleted_at is not null
   union all
   select id, published_at from videos where published_at > $1 and deleted_at is null`,
);

/** A chapter as search looks into it. */
export interface SearchedChapter {
  id: number;
  title: string;
  time_seconds: number;
  /** Title and description, normalised. */
  text: string;
}

/** The catalogue as of one version: the small tables, and what every member sees the same. */
export class Snapshot {
  readonly version: number;
  /** Where to read what all members see the same; never older than this version. */
  readonly reads: Reads;
  readonly categories: ReadonlyMap<number, Category>;
  readonly tags: ReadonlyMap<number, Tag>;
  /** Ids of drafts, scheduled and deleted videos: few, so that lists can leave them out by an index alone. */
  readonly hidden: readonly number[];
  /** Milliseconds since 1970 at which a scheduled video comes out and this snapshot is over. */
  readonly validUntil: number;
  /** Videos as lists show them, by id: see catalogue/cache/cards.ts. */
  readonly cards = new LRUCache<number, KnownVideo>({
    max: CARDS,
    ttl: VIEWS_TTL,
    ttlResolution: TTL_RESOLUTION,
  });
  /** By video: see catalogue/search/chapter-hits.ts. */
  readonly chapters = new LRUCache<number, SearchedChapter[]>({ max: CHAPTERS });
  readonly #shared = new LRUCache<string, Promise<object>>({
    max: SHARED_ENTRIES,
    ttlResolution: TTL_RESOLUTION,
  });
  readonly #own = new LRUCache<string, Promise<object>>({
    max: OWN_ENTRIES,
    ttl: OWN_TTL,
    ttlResolution: TTL_RESOLUTION,
  });

  constructor(
    version: number,
    reads: Reads,
    {
      categories,
      tags,
      hidden,
      validUntil,
    }: {
      categories: Category[];
      tags: Tag[];
      hidden: number[];
      validUntil: number;
    },
  ) {
    this.version = version;
    this.reads = reads;
    this.categories = new Map(categories.map((category) => [category.id, category]));
    this.tags = new Map(tags.map((tag) => [tag.id, tag]));
    this.hidden = hidden;
    this.validUntil = validUntil;
  }

  /** A category and its children; empty when there is none. */
  withChildren(id: number): number[] {
    if (!this.categories.has(id)) return [];
    const children = [...this.categories.values()].filter(({ parent }) => parent === id);
    return [id, ...children.map((child) => child.id)];
  }

  /**
   * Reads once per version what does not depend on who asks.
   * @param ttl milliseconds after which it is read again all the same; 0: never
   */
  share<T extends object>(key: string, read: () => Promise<T>, ttl = 0): Promise<T> {
    return readOnce(this.#shared, key, read, { ttl });
  }

  /**
   * Reads once what only depends on this version and on a member's own lists. As every request looks up who asks, and
   * with it how their lists stand, a change is seen at once, whichever process made it (decision 018).
   */
  shareOwn<T extends object>(
    { id, lists_version }: Pick<CurrentUser, "id" | "lists_version">,
    key: string,
    read: () => Promise<T>,
  ): Promise<T> {
    return readOnce(this.#own, `${id} ${lists_version} ${key}`, read);
  }
}

/** Who asks while it is read waits for the same answer. Failed reads are not kept. */
function readOnce<T extends object>(
  kept: LRUCache<string, Promise<object>>,
  key: string,
  read: () => Promise<T>,
  options?: { ttl: number },
): Promise<T> {
  const known = kept.get(key) as Promise<T> | undefined;
  if (known) return known;
  const reading = read();
  kept.set(key, reading, options);
  reading.catch(() => kept.delete(key));
  return reading;
}

/** Keeps the current snapshot. Several processes agree, by the version in the database. */
export class Catalogue {
  readonly #db: Database;
  readonly #reads: CatalogueReads;
  readonly #now: () => number;
  readonly #maxAge: number;
  #snapshot: Snapshot | null = null;
  #lookedAt = -Infinity;
  #looking: Promise<Snapshot> | null = null;

  /** `db` says which version there is; `maxAge`: milliseconds between two looks at it. */
  constructor(db: Database, reads: CatalogueReads, now: () => number, maxAge: number) {
    this.#db = db;
    this.#reads = reads;
    this.#now = now;
    this.#maxAge = maxAge;
  }

  async current(): Promise<Snapshot> {
    const fresh = performance.now() - this.#lookedAt < this.#maxAge;
    if (this.#snapshot && fresh && this.#now() < this.#snapshot.validUntil) return this.#snapshot;
    return this.#looking ?? this.#look();
  }

  /** After a write, or for somebody who must not miss one of another process: the next request looks at the version. */
  invalidate(): void {
    this.#lookedAt = -Infinity;
    // A look that has begun may have read the version before the write.
    this.#looking = null;
  }

  #look(): Promise<Snapshot> {
    const startedAt = performance.now();
    const looking = this.#readCurrent()
      .then((snapshot) => {
        if (this.#looking !== looking) return snapshot;
        this.#snapshot = snapshot;
        this.#lookedAt = startedAt;
        return snapshot;
      })
      .finally(() => {
        if (this.#looking === looking) this.#looking = null;
      });
    this.#looking = looking;
    return looking;
  }

  async #readCurrent(): Promise<Snapshot> {
    const [row] = await readVersion(this.#db, []);
    const version = row?.version ?? 0;
    const known = this.#snapshot;
    const isCurrent = known?.version === version && this.#now() < known.validUntil;
    return isCurrent ? known : this.#read(version);
  }

  async #read(version: number): Promise<Snapshot> {
    const reads = this.#reads.atLeast(version);
    const [categories, tags, hidden] = await Promise.all([
      selectCategories(reads, []),
      selectTags(reads, []),
      selectHidden(reads, [new Date(this.#now()).toISOString()]),
    ]);
    const times = hidden.flatMap(({ comes_out_at }) =>
      comes_out_at === null ? [] : Date.parse(comes_out_at),
    );
    return new Snapshot(version, reads, {
      categories,
      tags,
      hidden: hidden.map(({ id }) => id),
      validUntil: times.reduce((earliest, time) => Math.min(earliest, time), Infinity),
    });
  }
}
