import { staff } from "@manabiya/contract";
import type { Payment } from "@manabiya/contract/staff/payments.ts";
import { findCustomer } from "../../billing/provider/customers.ts";
import { withProviderErrors } from "../../billing/provider/provider.ts";
import { readPayments } from "../../billing/refunds/payments.ts";
import { refundPayment } from "../../billing/refunds/refund.ts";
import type { AppContext } from "../../http/app-context.ts";
import { notFound } from "../../http/app-error.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { providerAddress } from "../alerts/provider-address.ts";
import { findMember } from "./queries.ts";

const FAILED = {
  list: "お支払いの情報を読み込めませんでした。もう一度お試しください。",
  refund: "返金の結果を確認できませんでした。もう一度押しても、二重に返金されることはありません。",
};

export function adminPaymentRoutes({ app, db, now, billing, providerPages }: AppContext): void {
  const { list, refund } = staff.adminPayments;

  async function requireMember(id: number): Promise<void> {
    if ((await findMember(db, [new Date(now()).toISOString(), id])).length === 0) throw notFound("会員");
  }

  async function read(id: number): Promise<Payment[]> {
    const customer = await findCustomer(billing, id);
    if (customer === null) return [];
    return readPayments(billing.stripe, customer, (about) => providerAddress(providerPages, about));
  }

  app.route({
    ...list,
    handler: async ({ params: { id } }) => {
      await requireMember(id);
      return withProviderErrors(FAILED.list, () => read(id));
    },
  });

  app.route({
    ...refund,
    handler: async ({ params: { id }, body, currentUser }) => {
      await requireMember(id);
      await countHit(db, "billingOperation", { member: currentUser.id }, now());
      const given = { ...body, userId: id, by: currentUser.id };
      return withProviderErrors(FAILED.refund, async () => {
        await refundPayment(billing, given);
        return read(id);
      });
    },
  });
}
