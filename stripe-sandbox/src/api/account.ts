import { route } from "../http/route.ts";
import { newId } from "../state/ids.ts";
import type { Store } from "../state/store.ts";
import { defaultTaxIds } from "../state/default-tax-ids.ts";

const SETTING = "account_id";

/** The account's id is created once and survives restarts. */
export function loadAccountId(store: Store): string {
  const stored = store.get("setting", SETTING)?.value;
  if (stored !== undefined) return stored;
  const id = newId("acct_", 16);
  store.put("setting", { id: SETTING, value: id });
  store.commit();
  return id;
}

export const accountRoutes = [
  route("GET /v1/account", {}, (world) => ({
    id: world.settings.accountId,
    object: "account",
    business_profile: { name: world.settings.accountName, support_email: null, support_url: null, url: null },
    business_type: "company",
    charges_enabled: true,
    country: "JP",
    default_currency: "jpy",
    details_submitted: true,
    email: "owner@example.com",
    payouts_enabled: true,
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: { statement_descriptor_prefix: null },
      dashboard: { display_name: world.settings.accountName, timezone: "Asia/Tokyo" },
      invoices: { default_account_tax_ids: defaultTaxIds(world.store), hosted_payment_method_save: null },
      payments: { statement_descriptor: "SANDBOX" },
    },
    type: "standard",
  })),

  route("GET /v1/balance", {}, () => ({
    object: "balance",
    available: [{ amount: 0, currency: "jpy" }],
    livemode: false,
    pending: [{ amount: 0, currency: "jpy" }],
  })),
];
