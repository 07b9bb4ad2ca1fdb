import { contract } from "@manabiya/contract";
import type { App } from "../../app.ts";

export function tagRoutes({ app, catalogue }: App): void {
  app.route({
    ...contract.tags.list,
    handler: async () => [...(await catalogue.current()).tags.values()],
  });
}
