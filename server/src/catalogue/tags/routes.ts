import { contract } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";

export function tagRoutes({ app, catalogue }: AppContext): void {
  app.route({ ...contract.tags.list, handler: async () => [...(await catalogue.current()).tags.values()] });
}
