import { contract } from "@manabiya/contract";
import { jump } from "./clock.ts";
import { see } from "./see.ts";
import type { Step } from "./step.ts";

/** Rounded line by line, a tax could differ by more. */
const isRounded = (tax: number, subtotal: number) => Math.abs(tax - subtotal / 10) < 1;

const receipt: Step = {
  title: "the receipt has the registration number, and tax rounded once",
  remedy: "SITE_INVOICE_NUMBER, stripe-setup, and in the dashboard Settings › Billing › Invoices › Tax",
  run: async (visit) => {
    const { caller } = visit.member("buyer");
    const { documents } = await caller.call(contract.receipts.list);
    const [found] = documents;
    see(documents.length === 1 && found !== undefined, `the profile has ${documents.length} receipts`);
    const subtotal = found.total - found.tax;
    see(isRounded(found.tax, subtotal), `the tax is ${found.tax} of ${subtotal}`);
    see(found.pdf !== null, "the receipt has no document");
    const text = await (await fetch(found.pdf)).text();
    const number = visit.rehearsal.environment["SITE_INVOICE_NUMBER"];
    see(number === undefined || text.includes(number), `the document does not show ${number}`);
    return `${found.total} yen, ${found.tax} of them tax, ${number ?? "without a number: SITE_INVOICE_NUMBER is not set"}`;
  },
};

const changePlan: Step = {
  title: "a day later, a change to the yearly plan charges what its page says, to the yen",
  remedy: "manage stripe-check, and /admin/prices",
  run: async (visit) => {
    await jump(visit, "day");
    const member = await visit.logInAgain("buyer");
    const query = "new_plan=yearly";
    const preview = await member.caller.call(contract.subscription.previewChange, { query });
    const { proration_date, charged_today } = preview;
    const body = { new_plan: "yearly", proration_date };
    const { success } = await member.caller.call(contract.subscription.changePlan, { body });
    see(success, "the change waits for a payment");
    await visit.rehearsal.sandbox.webhooks.idle();
    const { subscription_plan } = await member.caller.call(contract.profile.get);
    see(subscription_plan === "yearly", `the profile says ${subscription_plan}`);
    const last = visit.paidInvoices(member).at(-1);
    see(last?.amount_paid === charged_today, `charged ${last?.amount_paid} instead of ${charged_today}`);
    const tax = last.total - last.subtotal;
    see(isRounded(tax, last.subtotal), `the tax is ${tax} of ${last.subtotal}`);
    return `${charged_today} yen`;
  },
};

const cancel: Step = {
  title: "a cancellation ends the contract with its period, and is undone",
  remedy: "read the log; the deliveries stand on the page of the card provider",
  run: async (visit) => {
    const member = await visit.logInAgain("secured");
    await member.caller.call(contract.subscription.cancel);
    see(visit.subscriptionOf(member).cancel_at_period_end, "the provider does not know of the cancellation");
    const canceled = await member.caller.call(contract.profile.get);
    see(canceled.cancel_at_period_end && canceled.can_watch, "the member lost access before the period's end");
    await member.caller.call(contract.subscription.undoCancel);
    see(!visit.subscriptionOf(member).cancel_at_period_end, "the provider still ends the subscription");
    return "until the period's end, then renewed again";
  },
};

export const changing = [receipt, changePlan, cancel];
