import type { Database } from "../../db/open.ts";
import { instant, int, nullable, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { counted } from "../../http/paging.ts";

export interface AlertRow {
  id: number;
  kind: string;
  about: string;
  message: string;
  amount: number | null;
  user_id: number | null;
  username: string | null;
  created_at: string;
  resolved_at: string | null;
}

const columns = `a.id, a.kind, a.about, a.message, a.amount, a.user_id, u.username, a.created_at, a.resolved_at`;

/** Newest first. Values: whether it was dealt with, how many, offset. */
export const listAlerts = statement(
  "admin-alerts.list",
  counted({
    id: int,
    kind: text,
    about: text,
    message: text,
    amount: nullable(int),
    user_id: nullable(int),
    username: text,
    created_at: instant,
    resolved_at: nullable(instant),
  }),
  `with total as (select count(*) as count from staff_alerts where (resolved_at is not null) = $1),
   page as (
     select ${columns} from staff_alerts a left join users u on u.id = a.user_id
      where (a.resolved_at is not null) = $1
      order by a.id desc limit $2 offset $3)
   select total.count, page.* from total left join page on true order by page.id desc`,
);

const lock = statement(
  "admin-alerts.lock",
  {
    id: int,
    kind: text,
    about: text,
    message: text,
    amount: nullable(int),
    user_id: nullable(int),
    username: nullable(text),
    created_at: instant,
    resolved_at: nullable(instant),
  },
  `select ${columns} from staff_alerts a left join users u on u.id = a.user_id where a.id = $1 for update of a`,
);

const setResolved = statement(
  "admin-alerts.set-resolved",
  {},
  `update staff_alerts set resolved_at = $2 where id = $1`,
);

/** `tx` must be a transaction. @returns null when there is none */
export async function lockAlert(tx: Database, id: number): Promise<AlertRow | null> {
  return (await lock(tx, [id]))[0] ?? null;
}

/** `at`: ISO 8601; null: it is open again. */
export async function setAlertResolved(tx: Database, id: number, at: string | null): Promise<void> {
  await setResolved(tx, [id, at]);
}
