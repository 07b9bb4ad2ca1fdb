import { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { columnsOf } from "../../db/columns-of.ts";
import { command, int, nullable, type RowOf, statement, text } from "../../db/statement.ts";
import { counted } from "../../http/paging.ts";

const alertColumns = {
  ...columnsOf(StaffAlert, "id", "kind", "message", "amount", "created_at", "resolved_at"),
  about: text,
  user_id: nullable(int),
  username: nullable(text),
};
const ALERT = `a.id, a.kind, a.message, a.amount, a.created_at, a.resolved_at, a.about, a.user_id, u.username`;

export type AlertRow = RowOf<typeof alertColumns>;

/** Newest first. Values: whether resolved, limit, offset. */
export const listAlerts = statement("admin-alerts.list", counted(alertColumns))`
  with total as (select count(*) as count from staff_alerts where (resolved_at is not null) = $1),
  page as (
    select ${ALERT} from staff_alerts a left join users u on u.id = a.user_id
     where (a.resolved_at is not null) = $1
     order by a.id desc limit $2 offset $3)
  select total.count, page.* from total left join page on true order by page.id desc`;

/** Values: id. */
export const findAlert = statement("admin-alerts.find", { kind: text, about: text, user_id: nullable(int) })`
  select kind, about, user_id from staff_alerts where id = $1`;

/** Values: id. */
export const lockAlert = statement("admin-alerts.lock", alertColumns)`
  select ${ALERT} from staff_alerts a left join users u on u.id = a.user_id where a.id = $1 for update of a`;

/** Values: id, resolved at; null reopens the alert. */
export const setAlertResolved = command("admin-alerts.set-resolved")`
  update staff_alerts set resolved_at = $2 where id = $1`;
