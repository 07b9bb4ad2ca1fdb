import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import type { CatalogNames } from "../videos/card.ts";

/** Ids of the tags and categories whose names hold a word. */
export interface NamedBy {
  tags: number[];
  categories: number[];
}

interface SearchedName {
  id: number;
  /** Normalised. */
  names: string[];
}

/** The names of tags and categories at one version of the catalogue, prepared for searching. */
export class SearchedNames {
  readonly #tags: SearchedName[];
  readonly #categories: SearchedName[];

  constructor({ tags, categories }: CatalogNames) {
    this.#tags = [...tags.values()].map(({ id, name }) => ({ id, names: [normalizeForSearch(name)] }));
    this.#categories = [...categories.values()].map(({ id, name, parent }) => {
      const names = [name, parent === null ? undefined : categories.get(parent)?.name];
      return { id, names: names.flatMap((each) => (each === undefined ? [] : normalizeForSearch(each))) };
    });
  }

  /** A category is also found by its parent's name. @param word normalised */
  find(word: string): NamedBy {
    const holds = ({ names }: SearchedName) => names.some((name) => name.includes(word));
    const idsOf = (searched: SearchedName[]) => searched.filter(holds).map(({ id }) => id);
    return { tags: idsOf(this.#tags), categories: idsOf(this.#categories) };
  }
}
