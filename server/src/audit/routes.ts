import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { RouteContext } from "../http/route-context.ts";
import { instant, int, json, nullable, text } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { counted, paginate, splitCount } from "../http/paging.ts";

const matches = `($1::text is null or a.subject = $1) and ($2::int is null or a.subject_id = $2)`;

/** Newest first. Values: subject or null, subject id or null, limit, offset. */
const listChanges = statement(
  "audit.list",
  counted({
    id: int,
    at: instant,
    user_id: nullable(int),
    username: nullable(text),
    action: text,
    subject: text,
    subject_id: int,
    before: nullable(json<Record<string, unknown>>()),
    after: nullable(json<Record<string, unknown>>()),
    reason: nullable(text),
  }),
  `with total as (select count(*) as count from audit_log a where ${matches}),
   page as (
     select a.id, a.at, a.user_id, u.username, a.action, a.subject, a.subject_id, a.before, a.after, a.reason
       from audit_log a left join users u on u.id = a.user_id
      where ${matches} order by a.id desc limit $3 offset $4)
   select total.count, page.* from total left join page on true order by page.id desc`,
);

export function auditRoutes({ app, db }: RouteContext): void {
  app.route({
    ...contract.audit.list,
    handler: async ({ url, query: { page, subject, subject_id } }) => {
      const values = [subject ?? null, subject_id ?? null, PAGE_SIZE, (page - 1) * PAGE_SIZE];
      const { count, rows } = splitCount(await listChanges(db, values));
      return paginate(url, { page, size: PAGE_SIZE, count, results: rows });
    },
  });
}
