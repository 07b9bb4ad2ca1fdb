import { contract } from "@manabiya/contract";
import type { CatalogueContext } from "../context.ts";

export function tagRoutes({ app, catalogue }: CatalogueContext): void {
  app.route({ ...contract.tags.list, handler: async () => [...(await catalogue.current()).tags.values()] });
}
