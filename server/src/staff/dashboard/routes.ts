import { staff } from "@manabiya/contract/staff/staff.ts";
import type { App } from "../../app.ts";
import { readNeeds } from "./needs.ts";

export function dashboardRoutes({ app, db, now }: App): void {
  app.route({
    ...staff.dashboard.get,
    handler: async ({ viewer }) => ({ needs: await readNeeds(db, viewer, now()) }),
  });
}
