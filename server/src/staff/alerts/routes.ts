import { contract } from "@manabiya/contract";
import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { withProviderErrors } from "../../billing/provider/provider.ts";
import { connectCustomer, UNKNOWN_PAYMENT } from "../../billing/sync/unknown-customer.ts";
import { connectProduct, UNKNOWN_PRODUCT } from "../../billing/sync/unknown-product.ts";
import { AppError, only } from "../../errors/app-error.ts";
import type { StaffContext } from "../context.ts";
import { paginate, splitCount } from "../../http/paging.ts";
import { editRecord } from "../edit-record.ts";
import { providerAddress } from "./provider-address.ts";
import { type AlertRow, findAlert, listAlerts, lockAlert, setAlertResolved } from "./queries.ts";

const LABEL = "確認が必要な請求・契約";
const CONNECTED: readonly string[] = [UNKNOWN_PAYMENT, UNKNOWN_PRODUCT];

type Action = "alert.resolve" | "alert.reopen" | "alert.connect";

export function adminAlertRoutes(context: StaffContext): void {
  const { app, db, now, billing, providerPages } = context;
  const { list, resolve, connect } = contract.adminAlerts;

  const present = ({ about, user_id, username, ...row }: AlertRow, reader: CurrentUser): StaffAlert => {
    const seesMembers = hasRight(reader, "staff.members");
    return {
      ...row,
      message: seesMembers ? row.message : row.message.replaceAll(/会員\d+/g, "会員"),
      member: user_id === null || !seesMembers ? null : { id: user_id, username: username ?? "" },
      can_connect: row.resolved_at === null && CONNECTED.includes(row.kind),
      provider_url: providerAddress(providerPages, about),
    };
  };

  app.answer(list, async ({ url, query: { state, page }, currentUser }) => {
    const values = [state === "resolved", PAGE_SIZE, (page - 1) * PAGE_SIZE];
    const { count, rows } = splitCount(await listAlerts(db, values));
    return paginate(url, { page, size: PAGE_SIZE, count, results: rows.map((row) => present(row, currentUser)) });
  });

  const setResolved = async (id: number, isResolved: boolean, { by, action }: { by: number; action: Action }) => {
    const { after } = await editRecord(context, {
      label: LABEL,
      lock: (tx) => lockAlert(tx, [id]),
      audit: { by, action },
      desired: ({ resolved_at }) => ({
        resolved_at: isResolved ? (resolved_at ?? new Date(now()).toISOString()) : null,
      }),
      write: async (tx, alert, { resolved_at }) => {
        await setAlertResolved(tx, [id, resolved_at]);
        return [{ ...alert, resolved_at }];
      },
      logged: (_, { kind, about }) => ({ after: { kind, about } }),
    });
    return after;
  };

  app.answer(resolve, async ({ params: { id }, body: { is_resolved }, currentUser }) => {
    const audit = { by: currentUser.id, action: is_resolved ? "alert.resolve" : "alert.reopen" } as const;
    return present(await setResolved(id, is_resolved, audit), currentUser);
  });

  app.answer(connect, async ({ params: { id }, currentUser }) => {
    const alert = only(await findAlert(db, [id]), LABEL);
    const { kind, about, user_id } = alert;
    await withProviderErrors("結び付けられませんでした。もう一度お試しください。", async () => {
      if (kind === UNKNOWN_PRODUCT) await connectProduct(billing, about);
      else if (kind === UNKNOWN_PAYMENT && user_id !== null) await connectCustomer(billing, user_id, about);
      else throw new AppError(409, "connect_conflict", "この項目は、結び付けるものではありません。");
    });
    return present(await setResolved(id, true, { by: currentUser.id, action: "alert.connect" }), currentUser);
  });
}
