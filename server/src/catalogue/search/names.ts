import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogNames } from "../videos/card.ts";

/** Ids of the tags and categories whose names hold a word. */
export interface NamedBy {
  tags: number[];
  categories: number[];
}

/** The names of tags and categories at one version of the catalogue, prepared for searching. */
export class SearchedNames {
  /** Ids with normalised names. */
  readonly #tags: [number, string][];
  readonly #categories: [number, string][];

  constructor({ tags, categories }: CatalogNames) {
    this.#tags = [...tags.values()].map(({ id, name }) => [id, normalizeForSearch(name)]);
    this.#categories = [...categories.values()].map(({ id, name, parent }) => {
      const parentName = parent === null ? undefined : categories.get(parent)?.name;
      return [id, [name, parentName ?? ""].map(normalizeForSearch).join("\n")];
    });
  }

  /** A category is also found by its parent's name. @param word normalised */
  find(word: string): NamedBy {
    const idsOf = (all: [number, string][]) => all.filter(([, names]) => names.includes(word)).map(([id]) => id);
    return { tags: idsOf(this.#tags), categories: idsOf(this.#categories) };
  }
}
