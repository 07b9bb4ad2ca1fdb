import type { World } from "../state/world.ts";

export const PAGES = "/sandbox/stripe";

/** A request for a page. */
export interface PageContext {
  world: World;
  isPost: boolean;
  /** The parts of the address behind `/sandbox/stripe/<page>/`. */
  id: string;
  query: URLSearchParams;
  form: URLSearchParams;
}

export type PageAnswer =
  /** `leadsTo`: other origins to which the page's forms may lead. */
  { page: string; leadsTo?: (string | null)[] } | { redirect: string };
