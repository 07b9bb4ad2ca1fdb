import { route } from "../http/route.ts";
import { newId } from "../state/ids.ts";
import type { Store } from "../state/store.ts";
import { defaultTaxIds } from "../state/default-tax-ids.ts";
import type { AccountProfile } from "../state/world.ts";

const SETTING = "account_id";

/** A complete account. */
export const ACCOUNT: AccountProfile = {
  country: "JP",
  currency: "jpy",
  chargesEnabled: true,
  payoutsEnabled: true,
  supportEmail: "support@example.com",
  supportUrl: "https://example.com/support",
  url: "https://example.com",
  statementDescriptor: "SANDBOX",
  savesCards: "always",
  takesVouchers: true,
};

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
  route("GET /v1/account", {}, ({ settings: { accountId, accountName, account }, store }) => ({
    id: accountId,
    object: "account",
    business_profile: {
      name: accountName,
      support_email: account.supportEmail,
      support_url: account.supportUrl,
      url: account.url,
    },
    business_type: "company",
    capabilities: {
      card_payments: "active",
      jp_bank_transfer_payments: account.takesVouchers ? "active" : "inactive",
      konbini_payments: account.takesVouchers ? "active" : "inactive",
    },
    charges_enabled: account.chargesEnabled,
    country: account.country,
    default_currency: account.currency,
    details_submitted: true,
    email: "owner@example.com",
    payouts_enabled: account.payoutsEnabled,
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: { statement_descriptor_prefix: null },
      dashboard: { display_name: accountName, timezone: "Asia/Tokyo" },
      invoices: { default_account_tax_ids: defaultTaxIds(store), hosted_payment_method_save: account.savesCards },
      payments: { statement_descriptor: account.statementDescriptor },
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
