import { contract } from "@manabiya/contract";
import { Visitor } from "stripe-sandbox/internal/testing/visitor.ts";
import { jump } from "./clock.ts";
import { eventually, see } from "./see.ts";
import type { Step } from "./step.ts";
import { GOOD } from "./visit.ts";

const FAILS_LATER = "4000 0000 0000 0341";

const failure: Step = {
  title: "a month later a renewal fails, access stays, and a new card pays it",
  remedy: "the account's retries (docs/stripe.md), and the log",
  run: async (visit) => {
    const { caller } = await visit.buy("failing");
    const return_url = `${visit.rehearsal.url}/profile`;
    const { url } = await caller.call(contract.subscription.customerPortal, { body: { return_url } });
    const portal = new Visitor();
    await portal.open(url);
    await portal.payWith(FAILS_LATER);
    see(portal.page.text.includes("カードを変更しました"), "the portal did not take the other card");
    await jump(visit, "month");
    // The provider charges a renewal an hour after its day begins.
    await jump(visit, "day");
    const member = await visit.logInAgain("failing");
    const { subscription } = await member.caller.call(contract.subscription.get);
    const failed = subscription?.failed_payment;
    see(failed !== null && failed !== undefined && failed.url !== null, "the profile shows no failed payment");
    const { can_watch } = await member.caller.call(contract.profile.get);
    see(can_watch, "the member lost access while the provider still tries the card");
    const bill = new Visitor();
    await bill.open(failed.url);
    await bill.payWith(GOOD, { card: "other" });
    await visit.rehearsal.sandbox.webhooks.idle();
    await eventually(async () => {
      const { subscription: now } = await member.caller.call(contract.subscription.get);
      return now?.failed_payment === null;
    }, "the failed payment stays on the profile after the bill was paid");
    return `${failed.amount} yen, paid by the other card`;
  },
};

const renewal: Step = {
  title: "the other members were renewed once",
  remedy: "the events on the page of the card provider, and the log",
  run: async (visit) => {
    const member = await visit.logInAgain("secured");
    const paid = visit.paidInvoices(member).length;
    see(paid === 2, `the card was charged ${paid} times`);
    const { can_watch } = await member.caller.call(contract.profile.get);
    see(can_watch, "the renewed member may not watch");
    return "charged twice in all";
  },
};

const weekOver: Step = {
  title: "the free week is over",
  remedy: "read the log",
  run: async (visit) => {
    const { caller } = await visit.logInAgain("trial");
    const { can_watch } = await caller.call(contract.profile.get);
    see(!can_watch, "the member may still watch");
    return "no access without a plan";
  },
};

export const month = [failure, renewal, weekOver];
