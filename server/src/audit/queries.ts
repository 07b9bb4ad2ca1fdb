import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import { statement } from "../db/open.ts";
import type { CountedRow } from "../http/paging.ts";

const matches = `($1::text is null or a.subject = $1) and ($2::int is null or a.subject_id = $2)`;

/** Newest first. Values: subject or null, its id or null, how many, offset. */
export const listChanges = statement<CountedRow<AuditEntry>>(
  "audit.list",
  `with total as (select count(*) as count from audit_log a where ${matches}),
   page as (
     select a.id, a.at, a.user_id, u.username, a.action, a.subject, a.subject_id, a.before, a.after, a.reason
       from audit_log a left join users u on u.id = a.user_id
      where ${matches} order by a.id desc limit $3 offset $4)
   select total.count, page.* from total left join page on true order by page.id desc`,
);
