import { staff } from "@manabiya/contract";
import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { AppContext } from "../../http/app-context.ts";
import { paginate, splitCount } from "../../http/paging.ts";
import { editRecord } from "../edit-record.ts";
import { providerAddress } from "./provider-address.ts";
import { type AlertRow, listAlerts, lockAlert, setAlertResolved } from "./queries.ts";

export function adminAlertRoutes(context: AppContext): void {
  const { app, db, now, providerPages } = context;
  const { list, resolve } = staff.adminAlerts;

  const present = ({ about, user_id, username, ...row }: AlertRow, reader: CurrentUser): StaffAlert => {
    const seesMembers = hasRight(reader, "staff.members");
    return {
      ...row,
      message: seesMembers ? row.message : row.message.replaceAll(/会員\d+/g, "会員"),
      member: user_id === null || !seesMembers ? null : { id: user_id, username: username ?? "" },
      provider_url: providerAddress(providerPages, about),
    };
  };

  app.route({
    ...list,
    handler: async ({ url, query: { state, page }, currentUser }) => {
      const values = [state === "resolved", PAGE_SIZE, (page - 1) * PAGE_SIZE];
      const { count, rows } = splitCount(await listAlerts(db, values));
      return paginate(url, { page, size: PAGE_SIZE, count, results: rows.map((row) => present(row, currentUser)) });
    },
  });

  app.route({
    ...resolve,
    handler: async ({ params: { id }, body: { is_resolved }, currentUser }) => {
      const { after } = await editRecord(context, {
        label: "確認が必要な請求・契約",
        lock: (tx) => lockAlert(tx, [id]),
        audit: { by: currentUser.id, action: is_resolved ? "alert.resolve" : "alert.reopen" },
        desired: ({ resolved_at }) => ({
          resolved_at: is_resolved ? (resolved_at ?? new Date(now()).toISOString()) : null,
        }),
        write: async (tx, alert, { resolved_at }) => {
          await setAlertResolved(tx, [id, resolved_at]);
          return [{ ...alert, resolved_at }];
        },
        logged: (_, { kind, about }) => ({ after: { kind, about } }),
      });
      return present(after, currentUser);
    },
  });
}
