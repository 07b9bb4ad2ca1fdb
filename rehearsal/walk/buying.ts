import { contract } from "@manabiya/contract";
import { see } from "./see.ts";
import type { Step } from "./step.ts";
import { GOOD, type Member, type Visit } from "./visit.ts";

const yen = (amount: number) => `${amount.toLocaleString("ja-JP")}円`;

const ONCE_SECURED = "4000 0025 0000 3155";
const DECLINED = "4000 0000 0000 0002";

/** @throws Wrong unless the member may watch, without a call that asks the provider */
async function seeAccess({ caller }: Member): Promise<void> {
  const { subscription_status, subscription_plan, can_watch } = await caller.call(contract.profile.get);
  const isMonthly = subscription_status === "active" && subscription_plan === "monthly";
  see(isMonthly && can_watch, `the profile says ${subscription_status}, ${subscription_plan}`);
}

/** Deliveries of webhooks that were not accepted. */
function refusedDeliveries({ rehearsal: { sandbox } }: Visit): string[] {
  const { store } = sandbox.world;
  const refused = store.all("delivery").filter(({ status }) => status !== null && (status < 200 || status > 299));
  return refused.map(({ event, status }) => `${store.get("event", event)?.type} was answered with ${status}`);
}

const purchase: Step = {
  title: "a member buys the monthly plan with 4242, and the webhook gives access",
  remedy: "another amount: /admin/prices and stripe-check; 400: STRIPE_WEBHOOK_SECRET is of another endpoint",
  run: async (visit) => {
    const member = await visit.signUp("buyer");
    const prices = await member.caller.call(contract.subscription.prices);
    const amount = prices.find(({ price_type }) => price_type === "monthly")?.amount_including_tax ?? 0;
    const page = await visit.order(member, "monthly");
    see(page.page.text.includes(yen(amount)), `the payment page does not say ${yen(amount)}, as the site does`);
    await visit.pay(page, GOOD);
    const [refused] = refusedDeliveries(visit);
    see(refused === undefined, refused ?? "");
    await seeAccess(member);
    const charged = visit.paidInvoices(member).map(({ amount_paid }) => amount_paid);
    see(charged.join() === String(amount), `charged ${charged.join(", ") || "nothing"} instead of ${amount}`);
    return `${yen(amount)}, every delivery answered with 200`;
  },
};

const secured: Step = {
  title: "a card asks for 3-D Secure: refused it is not charged, confirmed it is",
  remedy: "open the payment page by hand, and read the log",
  run: async (visit) => {
    const member = await visit.signUp("secured");
    const page = await visit.order(member, "monthly");
    await page.payWith(ONCE_SECURED);
    await page.post({ answer: "fail" });
    see(page.page.text.includes("本人認証ができませんでした"), "the page does not say that it failed");
    await page.payWith(ONCE_SECURED);
    const back = await page.post({ answer: "approve" });
    see(back !== null, "the confirmed payment did not lead back to the site");
    await visit.rehearsal.sandbox.webhooks.idle();
    await seeAccess(member);
    see(visit.paidInvoices(member).length === 1, "the card was not charged once");
    return "charged once";
  },
};

const declined: Step = {
  title: "a declined card is not charged, and another one pays",
  remedy: "open the payment page by hand, and read the log",
  run: async (visit) => {
    const member = await visit.signUp("declined");
    const page = await visit.order(member, "monthly");
    see((await page.payWith(DECLINED)) === null, "the declined card was accepted");
    see(page.page.text.includes("拒否されました"), "the page does not say that the card was declined");
    const { can_watch } = await member.caller.call(contract.profile.get);
    see(!can_watch, "the member may watch without a payment");
    await visit.pay(page, GOOD);
    await seeAccess(member);
    return "no access before the other card";
  },
};

export const buying = [purchase, secured, declined];
