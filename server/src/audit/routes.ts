import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../http/app-context.ts";
import { paginate, splitCount } from "../http/paging.ts";
import { listChanges } from "./queries.ts";

export function auditRoutes({ app, db }: AppContext): void {
  app.route({
    ...staff.audit.list,
    handler: async ({ url, query: { page, subject, subject_id } }) => {
      const values = [subject ?? null, subject_id ?? null, PAGE_SIZE, (page - 1) * PAGE_SIZE];
      const { count, rows } = splitCount(await listChanges(db, values));
      return paginate(url, { page, size: PAGE_SIZE, count, results: rows });
    },
  });
}
