import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import { readNeeds } from "./needs.ts";

export function dashboardRoutes({ app, db, now }: AppContext): void {
  app.route({
    ...staff.dashboard.get,
    handler: async ({ currentUser }) => ({ needs: await readNeeds(db, currentUser, now()) }),
  });
}
