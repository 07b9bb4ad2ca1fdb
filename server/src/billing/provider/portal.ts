import { AppError } from "../../errors/app-error.ts";
import { findCustomer } from "./customers.ts";
import type { Billing } from "./provider.ts";

/**
 * Opens the provider's page for invoices, receipts and cards. It offers no change of plan.
 * @throws 409 `no_customer` for a member who has never paid
 */
export async function openPortal(billing: Billing, userId: number, returnUrl: string): Promise<string> {
  const customer = await findCustomer(billing, userId);
  if (customer === null) {
    throw new AppError(
      409,
      "no_customer",
      "お支払いの情報がまだありません。プランのお申し込み後にご利用いただけます。",
    );
  }
  const session = await billing.stripe.billingPortal.sessions.create({
    customer,
    return_url: returnUrl,
    configuration: await billing.catalogue.portal(),
    locale: "ja",
  });
  return session.url;
}
