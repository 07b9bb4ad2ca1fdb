import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import type { MemberCredit } from "@manabiya/contract/staff/members/payments.ts";
import { contract } from "@manabiya/contract";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { readDetails } from "../../billing/details.ts";
import { findCustomer, findCustomers } from "../../billing/provider/customers.ts";
import { withProviderErrors } from "../../billing/provider/provider.ts";
import { readCredit, readPayments } from "../../billing/refunds/payments.ts";
import { refundPayment } from "../../billing/refunds/refund.ts";
import type { StaffContext } from "../context.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { providerAddress } from "../alerts/provider-address.ts";
import { refuseStaff } from "./edit-member.ts";
import { findMember } from "./read-member.ts";

const FAILED = {
  list: "お支払いの情報を読み込めませんでした。もう一度お試しください。",
  refund: "返金の結果を確認できませんでした。もう一度押しても、二重に返金されることはありません。",
};

export function adminPaymentRoutes({ app, db, now, billing, providerPages }: StaffContext): void {
  const { list, credit, refund } = contract.adminPayments;

  async function read(id: number, reader: CurrentUser): Promise<Payment[]> {
    const { ids } = await findCustomers(billing, id);
    const pageOf = (about: string) => providerAddress(providerPages, about);
    const found = await Promise.all(ids.map((customer) => readPayments(billing, customer, pageOf)));
    const current = await findCustomer(billing, id);
    // The provider takes no credit note of a deleted customer.
    const payments = found.flatMap((each, index) =>
      ids[index] === current ? each : each.map((payment) => ({ ...payment, refundable: 0, credit: 0 })),
    );
    // The provider's documents name the member.
    return hasRight(reader, "staff.members") ? payments : payments.map((each) => ({ ...each, pdf: null }));
  }

  app.answer(list, async ({ params: { id }, currentUser }) => {
    await findMember({ db, now }, id);
    return withProviderErrors(FAILED.list, () => read(id, currentUser));
  });

  app.answer(credit, async ({ params: { id } }) => {
    await findMember({ db, now }, id);
    const customer = await findCustomer(billing, id);
    if (customer === null) return { credit: 0, entries: [] };
    return withProviderErrors(FAILED.list, async () => {
      const { subscription } = await readDetails(billing, id);
      return { ...(await readCredit(billing, customer)), charges: subscription && chargesOf(subscription) };
    });
  });

  app.answer(refund, async ({ params: { id }, body, currentUser }) => {
    refuseStaff(currentUser, await findMember({ db, now }, id));
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    const given = { ...body, userId: id, by: currentUser.id };
    return withProviderErrors(FAILED.refund, async () => {
      await refundPayment(billing, given);
      return read(id, currentUser);
    });
  });
}

/** The sentences about the next charge need no more of a contract. */
function chargesOf(subscription: SubscriptionDetails): MemberCredit["charges"] {
  const { ends_at, collection_pause, next_charge_at, next_charge, next_charge_has_coupon, currency } = subscription;
  return { ends_at, collection_pause, next_charge_at, next_charge, next_charge_has_coupon, currency };
}
