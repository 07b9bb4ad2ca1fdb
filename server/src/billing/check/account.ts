import type Stripe from "stripe";
import { isLoopback } from "../../config/production-checks.ts";
import { createAccountReader } from "../provider/account.ts";
import {
  type Check,
  type CheckedAccount,
  type Finding,
  type LinkedAccount,
  lookYourself,
  ok,
  okUnless,
  wrong,
} from "./finding.ts";
import { ACCOUNT_DETAILS, BANK_ACCOUNTS, KEYS, PAYMENT_METHODS, PUBLIC_DETAILS, SAVES_CARDS } from "./places.ts";

/** Seconds. Beyond 300 Stripe's signatures would be refused. */
const MAX_CLOCK_DIFFERENCE = 60;

export const connection: Check = {
  subject: "API",
  permission: "Balance: Read",
  resources: ["balance"],
  run: async ({ stripe, now }) => {
    const { lastResponse } = await stripe.balance.retrieve();
    const theirs = Date.parse(lastResponse.headers["date"] ?? "");
    const seconds = Math.round((now() - theirs) / 1000);
    if (Number.isNaN(seconds)) return [lookYourself("clock", "the answer has no date", "compare this machine's clock")];
    const isRight = Math.abs(seconds) <= MAX_CLOCK_DIFFERENCE;
    const difference = `this machine's clock differs by ${seconds} s from Stripe's`;
    return [
      ok("API", "Stripe answers"),
      isRight
        ? ok("clock", difference)
        : wrong("clock", `${difference}, so signatures of events are refused`, "set the clock by NTP on this machine"),
    ];
  },
};

export const account: Check = {
  subject: "account",
  permission: "All of Accounts: Read (if Stripe offers it to no restricted key, use a secret key)",
  resources: ["accounts"],
  run: async (given) => {
    const key = await createAccountReader(given.stripe)();
    const found = await given.stripe.accounts.retrieveCurrent();
    const linked = await given.linkedAccount();
    return [
      sameAccount(linked, key),
      mode(given, key),
      ...ability(found),
      ...publicDetails(found),
      savesCards(found),
      ...("account" in linked && linked.takesInvoiceOrders ? invoiceWays(found) : []),
    ];
  },
};

function sameAccount(linked: LinkedAccount, key: string): Finding {
  if ("unknown" in linked) {
    return lookYourself(
      "account",
      `${key}; ${linked.unknown}`,
      "the server compares it with the members' at each start",
    );
  }
  if ("unreachable" in linked) return wrong("account", `${key}; ${linked.unreachable}`, "set DATABASE_URL right");
  if (linked.account === null) return ok("account", `${key}; no member has a customer there yet`);
  if (linked.account === key) return ok("account", `${key}, which has the members' customers`);
  return wrong(
    "account",
    `${key}, but the members' customers are in ${linked.account}`,
    `${KEYS}, in the account ${linked.account}: set its key as STRIPE_SECRET_KEY`,
  );
}

function mode({ publicUrl }: CheckedAccount, key: string): Finding {
  if (key.endsWith(":live")) return ok("mode", "live");
  if (isLoopback(new URL(publicUrl).hostname)) return ok("mode", "test, and PUBLIC_URL is on this machine alone");
  return wrong(
    "mode",
    `test, but ${publicUrl} is public: members would watch without paying`,
    `${KEYS}, outside of test mode and sandboxes: set the live key as STRIPE_SECRET_KEY`,
  );
}

function ability(found: Stripe.Account): Finding[] {
  const problems: Finding[] = [];
  if (!found.charges_enabled) problems.push(wrong("charges", "the account cannot charge cards yet", ACCOUNT_DETAILS));
  if (!found.payouts_enabled)
    problems.push(wrong("payouts", "Stripe pays nothing out to your bank yet", ACCOUNT_DETAILS));
  if (found.country !== "JP") {
    problems.push(wrong("country", `${found.country}, not JP`, "it cannot be changed: open a Japanese account"));
  }
  if (found.default_currency !== "jpy") {
    problems.push(wrong("currency", `${found.default_currency}, not jpy`, BANK_ACCOUNTS));
  }
  return okUnless(problems, "charges and payouts", "enabled, in Japan and in yen");
}

/** A member whose card failed pays the bill with another one, which the next renewal must charge. */
function savesCards({ settings }: Stripe.Account): Finding {
  const saves = settings?.invoices?.hosted_payment_method_save ?? "not set";
  const detail = `hosted_payment_method_save is ${saves}`;
  if (saves === "always") return ok("card of a paid bill", detail);
  const problem = `${detail}, so renewals may be charged to the card that failed, although another one paid the bill`;
  return (saves === "never" ? wrong : lookYourself)("card of a paid bill", problem, SAVES_CARDS);
}

function invoiceWays({ capabilities }: Stripe.Account): Finding[] {
  return (["konbini_payments", "jp_bank_transfer_payments"] as const).map((name) => {
    const state = capabilities?.[name] ?? "not requested";
    if (state === "active") return ok(name, "enabled, as orders by invoice need it");
    return wrong(name, `${state}, although /admin/site takes orders by invoice`, PAYMENT_METHODS);
  });
}

/** Members see these on receipts, on Stripe's pages and on the card's statement. */
function publicDetails({ business_profile: profile, settings }: Stripe.Account): Finding[] {
  const payments = settings?.payments;
  const details: Record<string, string | null | undefined> = {
    "business name": profile?.name,
    "support email address": profile?.support_email,
    "address of the support page": profile?.support_url,
    website: profile?.url,
    "statement descriptor":
      payments?.statement_descriptor_kanji || payments?.statement_descriptor_kana || payments?.statement_descriptor,
  };
  const missing = Object.keys(details).filter((name) => !details[name]);
  const problems = missing.map((name) => wrong("public details", `no ${name}`, PUBLIC_DETAILS));
  const said = Object.values(details).join(", ");
  return okUnless(problems, "public details", said);
}
