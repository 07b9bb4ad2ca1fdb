import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { SerializedObject } from "../../http/json-writer.ts";
import { MemberFlags, NO_FLAGS, presentCard, restrictCard, SharedCard } from "../videos/card.ts";

const serializeShared = SerializedObject.serializer(SharedCard);
const serializeFlags = SerializedObject.serializer(MemberFlags);
/** Most videos of a list are on none of the member's lists. */
const SERIALIZED_NO_FLAGS = serializeFlags(NO_FLAGS);

/** A card as a list of an answer holds it: serialized, and opaque to the handler. */
export type SerializedCard = SerializedObject<VideoCard>;

/** A video of one version of the catalogue, serialized when a member first sees it. */
export class CachedCard {
  readonly #card: SharedCard;
  #forSubscribers: SerializedObject<SharedCard> | null = null;
  #forOthers: SerializedObject<SharedCard> | null = null;

  constructor(card: SharedCard) {
    this.#card = card;
  }

  /** This card, or one with the number of views if it is older. */
  withViews(views: number): CachedCard {
    return views > this.#card.view_count ? new CachedCard({ ...this.#card, view_count: views }) : this;
  }

  serialize(flags: MemberFlags | undefined, mayWatch: boolean): SerializedCard {
    const shared = mayWatch
      ? (this.#forSubscribers ??= serializeShared(this.#card))
      : (this.#forOthers ??= serializeShared(restrictCard(this.#card, mayWatch)));
    return shared.with(flags ? serializeFlags(flags) : SERIALIZED_NO_FLAGS);
  }

  fields(flags: MemberFlags | undefined, mayWatch: boolean): VideoCard {
    return presentCard(this.#card, flags ?? NO_FLAGS, mayWatch);
  }
}

/** Videos by id, with one member's flags and viewing rights. Videos that members cannot see are missing. */
export class MemberCards {
  readonly #cards: ReadonlyMap<number, CachedCard>;
  readonly #flags: ReadonlyMap<number, MemberFlags>;
  readonly #mayWatch: boolean;

  constructor(cards: ReadonlyMap<number, CachedCard>, flags: ReadonlyMap<number, MemberFlags>, mayWatch: boolean) {
    this.#cards = cards;
    this.#flags = flags;
    this.#mayWatch = mayWatch;
  }

  get(id: number): SerializedCard | null {
    return this.#cards.get(id)?.serialize(this.#flags.get(id), this.#mayWatch) ?? null;
  }

  /** In the order of the ids, without those that are missing. */
  list(ids: readonly number[]): SerializedCard[] {
    return ids.map((id) => this.get(id)).filter((card) => card !== null);
  }

  /** For an answer that changes fields: a plain object, which goes through the route's schema. */
  fields(id: number): VideoCard | null {
    return this.#cards.get(id)?.fields(this.#flags.get(id), this.#mayWatch) ?? null;
  }
}
