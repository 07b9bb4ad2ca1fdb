import { contract } from "@manabiya/contract";
import type { CatalogueContext } from "../context.ts";

export function tagRoutes({ app, catalogue }: CatalogueContext): void {
  app.answer(contract.tags.list, async () => [...(await catalogue.current()).tags.values()]);
}
