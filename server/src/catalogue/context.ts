import type { ActivityCounter } from "../events/activity-counter.ts";
import type { FilesContext } from "../files/context.ts";
import type { MediaAddresses } from "../files/storage/address.ts";
import type { SignCloud } from "../files/storage/cloud-address.ts";
import type { SiteContext } from "../site/context.ts";
import type { ReadFlags } from "./cache/catalog-list.ts";
import type { CatalogSource } from "./cache/catalog-source.ts";

export interface CatalogueContext extends FilesContext, SiteContext {
  catalogue: CatalogSource;
  readFlags: ReadFlags;
  media: MediaAddresses & { signCloud: SignCloud };
  /** Counts for the figures, without a statement. */
  activity: ActivityCounter;
  /** A member's mark in the counts of searches. */
  markOf: (userId: number) => number;
}
