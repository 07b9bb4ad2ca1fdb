import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import { recordChange } from "../../audit/record.ts";
import { notFound } from "../../http/app-error.ts";
import { paginate, splitCount } from "../../http/paging.ts";
import { providerAddress } from "./provider-address.ts";
import { type AlertRow, listAlerts, lockAlert, setAlertResolved } from "./queries.ts";

export function adminAlertRoutes({ app, db, now, providerPages }: AppContext): void {
  const { list, resolve } = staff.adminAlerts;

  const present = ({ about, user_id, username, ...row }: AlertRow): StaffAlert => ({
    ...row,
    member: user_id === null ? null : { id: user_id, username: username ?? "" },
    provider_url: providerAddress(providerPages, about),
  });

  app.route({
    ...list,
    handler: async ({ url, query: { state, page } }) => {
      const values = [state === "resolved", PAGE_SIZE, (page - 1) * PAGE_SIZE];
      const { count, rows } = splitCount(await listAlerts(db, values));
      return paginate(url, { page, size: PAGE_SIZE, count, results: rows.map(present) });
    },
  });

  app.route({
    ...resolve,
    handler: ({ params: { id }, body: { is_resolved }, currentUser }) =>
      db.transaction(async (tx) => {
        const alert = await lockAlert(tx, id);
        if (alert === null) throw notFound("確認が必要な請求");
        if ((alert.resolved_at !== null) === is_resolved) return present(alert);
        const resolved_at = is_resolved ? new Date(now()).toISOString() : null;
        await setAlertResolved(tx, id, resolved_at);
        const action = is_resolved ? "alert.resolve" : "alert.reopen";
        const { kind, about } = alert;
        await recordChange(tx, { by: currentUser.id, action, id, after: { kind, about } }, now());
        return present({ ...alert, resolved_at });
      }),
  });
}
