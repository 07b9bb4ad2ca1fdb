import type { Category } from "@manabiya/contract/catalogue/category.ts";
import type { Tag } from "@manabiya/contract/catalogue/tags.ts";
import { synonymsOf } from "@manabiya/contract/staff/search-words/synonyms.ts";
import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import { LRUCache } from "lru-cache";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { statement } from "../../db/statement.ts";
import { type CatalogNames, type MemberEntry, sharedCard } from "../videos/card.ts";
import { CARD_COLUMNS, cardColumns, type CardRow, isPublished } from "../videos/rows.ts";
import { CachedCard, MemberCards } from "./cards.ts";
import { SearchedNames } from "../search/names.ts";
import { Synonyms } from "../search/synonyms.ts";
import { Vocabulary } from "../search/vocabulary.ts";
import type { Reads } from "./reads.ts";

const MAX_ANSWERS = 1_500;
/** About 2 kB each with their serialized fields. */
const MAX_CARDS = 10_000;
/** About 3 kB each. */
const MAX_USER_ANSWERS = 5_000;
/** Milliseconds. View counts do not raise the catalogue's version, so answers that hold them expire. */
export const VIEWS_TTL = 60_000;
/** Milliseconds. */
const USER_TTL = 60_000;
/** Milliseconds by which an expiry may be late; the library sets a timer this often. */
const TTL_RESOLUTION = 1_000;

/**
 * The subquery hides the number of ids from the planner, which would plan each read of a few cards anew. Values: video ids,
 * now.
 */
export const readCards = statement("videos.cards", cardColumns)`
  select ${CARD_COLUMNS} from videos v where v.id = any (array(select unnest($1::int[]))) and ${isPublished("$2")}`;

/** The small tables of the catalogue at one version. */
export interface CatalogTables extends CatalogNames {
  readonly version: number;
  /** Groups of words of one meaning, as staff type them. */
  readonly synonyms: readonly string[];
  /** Ids of drafts, scheduled and deleted videos. They are few, so lists can exclude them by an index alone. */
  readonly hidden: readonly number[];
  /** Milliseconds since 1970 at which the next scheduled video is published. */
  readonly validUntil: number;
}

/**
 * The only cache of reads (decisions/004). Answers for all members live as long as a version of the catalogue. Answers for
 * one member live as long as the version of their lists.
 */
export class CatalogCache implements CatalogTables {
  readonly version: number;
  readonly categories: ReadonlyMap<number, Category>;
  readonly tags: ReadonlyMap<number, Tag>;
  readonly synonyms: readonly string[];
  readonly hidden: readonly number[];
  readonly validUntil: number;
  readonly reads: Reads;
  readonly #now: () => number;
  #searchedNames: SearchedNames | null = null;
  #searchedSynonyms: Synonyms | null = null;
  #vocabulary: Vocabulary | null = null;
  readonly #answers = new LRUCache<string, Promise<object>>({ max: MAX_ANSWERS, ttlResolution: TTL_RESOLUTION });
  readonly #userAnswers = new LRUCache<string, Promise<object>>({
    max: MAX_USER_ANSWERS,
    ttl: USER_TTL,
    ttlResolution: TTL_RESOLUTION,
  });
  readonly #cards = new LRUCache<number, CachedCard>({ max: MAX_CARDS, ttl: VIEWS_TTL, ttlResolution: TTL_RESOLUTION });

  constructor(tables: CatalogTables, reads: Reads, now: () => number) {
    this.version = tables.version;
    this.categories = tables.categories;
    this.tags = tables.tags;
    this.synonyms = tables.synonyms;
    this.hidden = tables.hidden;
    this.validUntil = tables.validUntil;
    this.reads = reads;
    this.#now = now;
  }

  get searchedNames(): SearchedNames {
    return (this.#searchedNames ??= new SearchedNames(this));
  }

  get searchedSynonyms(): Synonyms {
    return (this.#searchedSynonyms ??= new Synonyms(this.synonyms));
  }

  get vocabulary(): Vocabulary {
    const names = [...this.tags.values(), ...this.categories.values()].map(({ name }) => name);
    return (this.#vocabulary ??= new Vocabulary([...names, ...this.synonyms.flatMap(synonymsOf)]));
  }

  /** A category and its children; empty for an unknown id. */
  withChildren(id: number): number[] {
    if (!this.categories.has(id)) return [];
    const children = [...this.categories.values()].filter(({ parent }) => parent === id);
    return [id, ...children.map((child) => child.id)];
  }

  /**
   * Reads once per version; the answer must not depend on the member.
   * @param ttl milliseconds after which the next call reads again; 0: never
   */
  memoize<T extends object>(key: string, read: () => Promise<T>, ttl = 0): Promise<T> {
    return readOnce(this.#answers, key, read, { ttl });
  }

  /** Reads once per version of the catalogue and of the member's lists; the answer must not depend on anything else. */
  memoizeForUser<T extends object>(
    { id, lists_version }: Pick<CurrentUser, "id" | "lists_version">,
    key: string,
    read: () => Promise<T>,
  ): Promise<T> {
    return readOnce(this.#userAnswers, `${id} ${lists_version} ${key}`, read);
  }

  /**
   * Saves later calls of `getCards` from reading these videos.
   * @returns their ids
   */
  primeCards(rows: readonly CardRow[]): number[] {
    for (const row of rows) this.#cards.set(row.id, this.#cardOf(row));
    return rows.map(({ id }) => id);
  }

  async getCards(
    ids: readonly number[],
    currentUser: CurrentUser,
    reading: Promise<ReadonlyMap<number, MemberEntry>>,
  ): Promise<MemberCards> {
    const [cards, flags] = await Promise.all([this.#readCards(ids), reading]);
    for (const [id, { views }] of flags) if (views !== undefined) this.#countViews(cards, id, views);
    return new MemberCards(cards, flags, canWatch(currentUser, this.#now()));
  }

  /** A member sees their own view at once. */
  #countViews(cards: Map<number, CachedCard>, id: number, views: number): void {
    const card = cards.get(id);
    const counted = card?.withViews(views);
    if (!counted || counted === card) return;
    cards.set(id, counted);
    if (this.#cards.has(id)) this.#cards.set(id, counted, { noUpdateTTL: true });
  }

  async #readCards(ids: readonly number[]): Promise<Map<number, CachedCard>> {
    const found = new Map<number, CachedCard>();
    for (const id of ids) {
      const card = this.#cards.get(id);
      if (card) found.set(id, card);
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    for (const row of await readCards(this.reads, [missing, new Date(this.#now()).toISOString()])) {
      const card = this.#cardOf(row);
      this.#cards.set(row.id, card);
      found.set(row.id, card);
    }
    return found;
  }

  #cardOf(row: CardRow): CachedCard {
    return new CachedCard(sharedCard(row, this));
  }
}

/** Concurrent calls wait for one read. Rejected promises are evicted, so the next call retries. */
function readOnce<T extends object>(
  cache: LRUCache<string, Promise<object>>,
  key: string,
  read: () => Promise<T>,
  options?: { ttl: number },
): Promise<T> {
  const cached = cache.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const reading = read();
  cache.set(key, reading, options);
  reading.catch(() => cache.delete(key));
  return reading;
}
