import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { CONTENT_SUBJECTS, AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { output } from "zod/mini";
import type { RouteContext } from "../http/route-context.ts";
import { type Database, int, statement, text } from "../db/statement.ts";
import { paginate } from "../http/paging.ts";
import { columnsOf } from "../db/columns-of.ts";

/** Newest first. Values: ids of entries. */
const readEntries = statement("audit.read", columnsOf(AuditEntry))`
  select a.id, a.at, a.user_id, u.username, a.action, a.subject, a.subject_id, a.before, a.after, a.reason,
         (select count(*) from audit_log p where p.part_of = a.id)::int as part_count,
         exists (select from undo_values k where k.audit_id = a.id)
           or exists (select from audit_log p join undo_values k on k.audit_id = p.id where p.part_of = a.id) as can_undo
    from audit_log a left join users u on u.id = a.user_id
   where a.id = any ($1::int[]) order by a.id desc`;

/** Each person takes one look into the index. Values: kinds of records, and nobody else is listed; null: all. */
const listPeople = statement("audit.people", { id: int, username: text })`
  with recursive people as (
    select min(a.user_id) as id from audit_log a where ${isOfKind("$1")}
    union all
    select (select min(a.user_id) from audit_log a where a.user_id > p.id and ${isOfKind("$1")})
      from people p where p.id is not null)
  select p.id, (select username from users where id = p.id) as username from people p where p.id is not null order by 2`;

function isOfKind(kinds: string): string {
  return `(${kinds}::text[] is null or a.subject = any (${kinds}))`;
}

/** Staff without further rights see these. */
const CONTENT = CONTENT_SUBJECTS.flatMap(withUploads);

type Filter = Omit<output<typeof contract.audit.list.schema.querystring>, "page">;

/** A deletion that is the last word about its record. */
const IN_TRASH = `a.id in (select audit_id from undo_values where is_deletion)
  and not exists (select from audit_log l
                   where (l.subject, l.subject_id) = (a.subject, a.subject_id) and l.id > a.id)`;

/** The query has no name, because PostgreSQL must plan each filter apart. @returns ids of entries, and the count of all */
async function findEntries(db: Database, filter: Filter, isContentOnly: boolean, page: number) {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (sql: string, ...given: unknown[]) =>
    conditions.push(given.reduce<string>((text, value) => text.replace("?", `$${values.push(value)}`), sql));
  const { subject, subject_id, by, from, to, part_of, trash } = filter;
  if (isContentOnly) add("a.subject = any (?::text[])", CONTENT);
  if (subject !== undefined)
    add("a.subject = any (?::text[])", subject_id === undefined ? withUploads(subject) : [subject]);
  if (subject_id !== undefined) add("a.subject_id = ?", subject_id);
  if (by !== undefined) add("a.user_id = ?", by);
  if (from !== undefined) add("a.at >= ?::date::timestamp at time zone 'Asia/Tokyo'", from);
  if (to !== undefined) add("a.at < (?::date + 1)::timestamp at time zone 'Asia/Tokyo'", to);
  if (part_of !== undefined) add("a.part_of = ?", part_of);
  else if (trash) add(IN_TRASH);
  else if (subject_id === undefined) add("a.part_of is null");
  const found = `from audit_log a where ${conditions.join(" and ") || "true"}`;
  const counted = await db.query<{ count: number }>({ text: `select count(*) as count ${found}`, values });
  const { rows } = await db.query<{ id: number }>({
    text: `select a.id ${found} order by a.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`,
    values,
  });
  return { count: counted.rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) };
}

function withUploads(subject: string): string[] {
  return [subject, `${subject}_list`];
}

export function auditRoutes({ app, db }: RouteContext): void {
  app.answer(contract.audit.list, async ({ url, query: { page, ...filter }, currentUser }) => {
    const { count, ids } = await findEntries(db, filter, !currentUser.is_superuser, page);
    return paginate(url, { page, size: PAGE_SIZE, count, results: await readEntries(db, [ids]) });
  });

  app.answer(contract.audit.people, ({ currentUser }) => listPeople(db, [currentUser.is_superuser ? null : CONTENT]));
}
