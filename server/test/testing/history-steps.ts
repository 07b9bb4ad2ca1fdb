import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { newCard } from "stripe-sandbox/internal/api/payment-methods.ts";
import { payCheckout } from "stripe-sandbox/internal/engine/checkout.ts";
import { collect } from "stripe-sandbox/internal/engine/collect.ts";
import { paymentMethodFor } from "stripe-sandbox/internal/engine/subscriptions.ts";
import { setDefaultCard } from "stripe-sandbox/internal/pages/default-card.ts";
import { AppError } from "../../src/errors/app-error.ts";
import { findCustomer } from "../../src/billing/provider/customers.ts";
import type { Billing } from "../../src/billing/provider/provider.ts";
import { readPayments } from "../../src/billing/refunds/payments.ts";
import { refundPayment } from "../../src/billing/refunds/refund.ts";
import { reconcileHourly } from "../../src/billing/sync/reconcile.ts";
import { advance, CARDS, create, RETURN_URLS, useCard } from "./billing-app.ts";
import type { BillingApp, Member } from "./billing-types.ts";
import { foreignOf, type Reduction } from "./ledger.ts";
import type { Random } from "./random.ts";

const calls = contract.subscription;
const PLANS = ["monthly", "yearly"] as const;
const DAY = 86_400;

/** Promotion codes that members enter. */
const REDUCTIONS: Record<string, Reduction> = {
  HALF: { percent: 50, lasts: false },
  FREE: { percent: 100, lasts: false },
  LASTS: { percent: 30, lasts: true },
};

/** The steps' own record of a member, which no server answers. */
interface Memory {
  /** Yen that went back to cards, or by a note of the dashboard to the balance. */
  givenBack: number;
  /** The card that the member entered last; null: none. */
  card: string | null;
  /** When a dispute was lost last, seconds; 0: never. */
  lostAt: number;
  /** The ids of subscriptions that are none of ours. */
  foreign: string[];
}

export interface HistorySteps {
  steps: Record<string, (member: Member) => Promise<unknown>>;
  memoryOf: (member: Member) => Memory;
  reductionOf: (subscription: string) => Reduction | null;
  /** Whether another shop of the operator sold a price. */
  isForeign: (price: string) => boolean;
}

interface Options {
  random: Random;
  billing: () => Billing;
  /** The id of the superuser who refunds. */
  by: () => number;
  count: (name: string, by?: number) => void;
}

/** Actions of members and staff, and events at the provider. */
export function createHistorySteps(t: BillingApp, { random, billing, by, count }: Options): HistorySteps {
  const memories = new WeakMap<Member, Memory>();
  const memoryOf = (member: Member): Memory => {
    const known = memories.get(member) ?? { givenBack: 0, card: null, lostAt: 0, foreign: [] };
    memories.set(member, known);
    return known;
  };
  const codes = new Map<string, string>();

  /** The code of a promotion, which is created once. */
  async function codeOf(name: string): Promise<string> {
    const { percent = 0, lasts = false } = REDUCTIONS[name] ?? {};
    if (![...codes.values()].includes(name)) {
      const { id: coupon } = await t.stripe.coupons.create({
        percent_off: percent,
        duration: lasts ? "forever" : "once",
      });
      const made = await t.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon }, code: name });
      codes.set(made.id, name);
    }
    return name;
  }

  async function order(member: Member, plan_type: PaidPlan) {
    if (!random.chance(0.4)) return create(member, plan_type);
    const code = await codeOf(random.pick(Object.keys(REDUCTIONS)));
    return member.call(calls.create, { plan_type, code, ...RETURN_URLS });
  }

  const reductionOf = (subscription: string): Reduction | null => {
    const sessions = t.sandbox.world.store.all("checkout_session");
    const found = sessions.find((session) => session.subscription === subscription);
    return REDUCTIONS[codes.get(found?.metadata?.["promotion_code"] ?? "") ?? ""] ?? null;
  };

  const foreign = new Set<string>();
  const isForeign = (price: string): boolean => foreign.has(price);

  /** A price of a product that is none of ours. */
  async function foreignPrice(): Promise<string> {
    const [known] = foreign;
    if (known !== undefined) return known;
    const { id: product } = await t.stripe.products.create({ name: "コーチング" });
    const recurring = { interval: "month" } as const;
    const { id } = await t.stripe.prices.create({ product, currency: "jpy", unit_amount: 30_000, recurring });
    foreign.add(id);
    return id;
  }

  const customerOf = (member: Member) => findCustomer(t, member.id);

  async function liveOf(member: Member): Promise<Stripe.Subscription | null> {
    const customer = await customerOf(member);
    if (customer === null) return null;
    const { data } = await t.stripe.subscriptions.list({ customer, limit: 100 });
    return data.find(({ items }) => !isForeign(items.data[0]?.price.id ?? "")) ?? null;
  }

  async function chargeOf(member: Member): Promise<Stripe.Charge | null> {
    const customer = await customerOf(member);
    if (customer === null) return null;
    const { data } = await t.stripe.charges.list({ customer, limit: 100 });
    const { intents } = foreignOf(t.sandbox, customer, isForeign);
    return (
      data.find(({ paid, disputed, refunded, payment_intent: intent }) => {
        return paid && !disputed && !refunded && !intents.has(idOf(intent) ?? "");
      }) ?? null
    );
  }

  async function giveCard(member: Member, number: string): Promise<void> {
    const customer = await customerOf(member);
    if (customer === null) return;
    await useCard(t, customer, number);
    const { world } = t.sandbox;
    const settings = world.need("customer", customer).invoice_settings;
    memoryOf(member).card = idOf(settings.default_payment_method);
  }

  /** Fails the next calls of one kind. Stripe stores a 500 for a day. */
  async function broken(call: string, work: () => Promise<unknown>): Promise<void> {
    count("broken");
    const mode = random.pick(["error", "error_after_work", "lost_answer"] as const);
    const restore = t.sandbox.failures.add({ mode, call });
    await work().catch(ignoreFailure);
    restore();
    t.errors.length = 0;
  }

  const steps: HistorySteps["steps"] = {
    buy: async (member) => {
      const answer = await order(member, random.pick(PLANS));
      const { session_id } = answer.json<{ session_id?: string }>();
      if (session_id === undefined) return;
      const { world } = t.sandbox;
      const session = world.need("checkout_session", session_id);
      if (session.status !== "open") return;
      const card = newCard(world, random.pick([CARDS.good, CARDS.good, CARDS.good, CARDS.declined])).id;
      const credit = -world.need("customer", idOf(session.customer) ?? "").balance;
      const { kind } = world.transact(null, () => payCheckout(world, session, card, "on_session"));
      if (kind !== "complete") return;
      memoryOf(member).card = card;
      count("bought");
      if (session.metadata?.["promotion_code"] !== undefined) count("coupons");
      if (credit > 0) count("creditUsed");
      if (random.chance(0.3)) {
        await member.call({ method: "GET", url: calls.checkSession.url.replace(":session_id", session_id) });
      }
    },
    change: (member) => member.call(calls.changePlan, { new_plan: random.pick(PLANS) }),
    toYearly: (member) => member.call(calls.changePlan, { new_plan: "yearly" }),
    toMonthly: (member) => member.call(calls.changePlan, { new_plan: "monthly" }),
    changeLater: async (member) => {
      const answer = await member.call(contract.planSchedule.create, { new_plan: "monthly" });
      if (answer.statusCode === 200) count("scheduled");
    },
    undoChangeLater: async (member) => {
      if ((await liveOf(member))?.schedule) count("takenBack");
      await member.call(contract.planSchedule.undo);
    },
    cancel: (member) => member.call(calls.cancel),
    undo: (member) => member.call(calls.undoCancel),
    wait: async () => advance(t, { days: random.integer(1, 40), minutes: 61 }),
    month: async () => advance(t, { days: 31, minutes: 61 }),
    hourly: () => reconcileHourly(billing(), { allowEnds: true }),
    brokenCard: (member) => giveCard(member, CARDS.failsLater),
    goodCard: (member) => giveCard(member, CARDS.good),
    expiredCard: async (member) => {
      const live = await liveOf(member);
      const card = live && paymentMethodFor(t.sandbox.world, live);
      if (!card) return;
      count("expired");
      const last = new Date(t.clock.now() - 31 * DAY * 1000);
      t.sandbox.simulate.setExpiry(card, last.getUTCMonth() + 1, last.getUTCFullYear());
    },
    /** The member pays the oldest open bill by its link. */
    payBill: async (member) => {
      const customer = await customerOf(member);
      const { world } = t.sandbox;
      t.sandbox.clock.settle();
      const bill = customer && world.store.ofCustomer("invoice", customer).find(({ status }) => status === "open");
      if (!customer || !bill) return;
      count("billsPaid");
      world.transact(null, () => {
        const card = world.store.put("payment_method", { ...newCard(world, CARDS.good), customer });
        collect(world, bill, card.id, "on_session");
      });
    },
    endedByStaff: async (member) => {
      const customer = await customerOf(member);
      if (customer === null) return;
      for await (const { id, items } of t.stripe.subscriptions.list({ customer })) {
        if (!isForeign(items.data[0]?.price.id ?? "")) await t.stripe.subscriptions.cancel(id);
      }
    },
    /** The dashboard sets an end of its own. */
    cancelAtByStaff: async (member) => {
      const live = await liveOf(member);
      if (!live || live.schedule || !["active", "past_due"].includes(live.status)) return;
      count("cancelAt");
      const cancel_at = Math.floor(t.clock.now() / 1000) + random.integer(1, 20) * DAY;
      await t.stripe.subscriptions.update(live.id, { cancel_at, proration_behavior: "none" });
    },
    cardInPortal: async (member) => {
      const customer = await customerOf(member);
      const { world } = t.sandbox;
      if (customer === null) return;
      const card = newCard(world, CARDS.good).id;
      world.transact(null, () => setDefaultCard(world, customer, card, false));
      memoryOf(member).card = card;
    },
    brokenChange: (member) =>
      broken(
        random.pick(["POST /v1/subscriptions", "POST /v1/checkout/sessions", "POST /v1/customers", "POST /v1/sub"]),
        async () => steps[random.pick(["change", "changeLater", "cancel", "undo", "buy"])]?.(member),
      ),
    refundInDashboard: async (member) => {
      const charge = await chargeOf(member);
      if (charge === null) return;
      const left = charge.amount - charge.amount_refunded;
      const amount = random.chance(0.3) ? left : Math.min(left, random.integer(1, 5000));
      count("refunds");
      await t.stripe.refunds.create({ charge: charge.id, amount });
      memoryOf(member).givenBack += amount;
    },
    /** A superuser refunds once, whatever breaks: the screen repeats the same request. */
    refundByStaff: async (member) => {
      const customer = await customerOf(member);
      if (customer === null) return;
      const found = await readPayments(billing(), customer, () => null);
      const takes_credit = random.chance(0.5);
      const atMost = (given: Payment) => given.refundable + (takes_credit ? given.credit : 0);
      const payment = found.find((given) => atMost(given) > 0);
      if (!payment) return;
      const amount = random.chance(0.4) ? atMost(payment) : random.integer(1, atMost(payment));
      const request = {
        ...{ userId: member.id, by: by(), invoice: payment.invoice, amount, refunded: payment.refunded },
        ...{
          takes_credit,
          request_id: randomUUID(),
          reason: "お問い合わせによる返金",
          ends_access: random.chance(0.4),
        },
      };
      count("refunds");
      memoryOf(member).givenBack += amount;
      const refund = () => refundPayment(billing(), request);
      if (random.chance(0.4)) await broken("POST /v1/credit_notes", refund);
      await refund();
      if (request.ends_access && (await liveOf(member)) !== null) throw new Error("a refund left a subscription");
    },
    /** Staff give a part of a payment to the balance, in the dashboard. */
    noteInDashboard: async (member) => {
      const customer = await customerOf(member);
      if (customer === null) return;
      const payments = await readPayments(billing(), customer, () => null);
      const payment = payments.find(({ refundable }) => refundable > 1);
      if (!payment) return;
      const amount = random.integer(1, Math.min(3000, payment.refundable));
      count("notes");
      await t.stripe.creditNotes.create({ invoice: payment.invoice, amount, credit_amount: amount });
      memoryOf(member).givenBack += amount;
    },
    /** The operator sells something else to the same customer. */
    otherShop: async (member) => {
      const customer = await customerOf(member);
      if (customer === null) return;
      count("foreign");
      const { id } = await t.stripe.paymentMethods.attach("pm_card_visa", { customer });
      const items = [{ price: await foreignPrice() }];
      const sold = await t.stripe.subscriptions.create({ customer, items, default_payment_method: id });
      memoryOf(member).foreign.push(sold.id);
    },
    /** The bank decides about a dispute that was open. */
    decision: async (member) => {
      const customer = await customerOf(member);
      const { store } = t.sandbox.world;
      const charges = new Map((customer ? store.ofCustomer("charge", customer) : []).map((each) => [each.id, each]));
      const open = store.all("dispute").find(({ status, charge }) => {
        return status === "needs_response" && charges.has(idOf(charge) ?? "");
      });
      if (!open) return;
      const outcome = random.pick(["won", "lost"] as const);
      t.sandbox.simulate.closeDispute(open.id, outcome);
      if (outcome === "won") return;
      count("lost");
      const memory = memoryOf(member);
      memory.givenBack += open.amount;
      memory.lostAt = Math.floor(t.clock.now() / 1000);
    },
    dispute: async (member) => {
      const charge = await chargeOf(member);
      if (charge === null || charge.amount_refunded > 0) return;
      count("disputes");
      const { id } = t.sandbox.simulate.dispute(charge.id);
      const outcome = random.pick(["won", "lost", "open"] as const);
      if (outcome === "open") return;
      t.sandbox.simulate.closeDispute(id, outcome);
      if (outcome === "won") return;
      count("lost");
      const memory = memoryOf(member);
      memory.givenBack += charge.amount;
      memory.lostAt = Math.floor(t.clock.now() / 1000);
    },
  };
  return { steps, memoryOf, reductionOf, isForeign };
}

/** The provider's and the server's refusals are expected while calls fail. */
function ignoreFailure(error: unknown): void {
  const isProvider = error instanceof Error && error.constructor.name.startsWith("Stripe");
  if (!isProvider && !(error instanceof AppError)) throw error;
}

const idOf = (value: string | { id: string } | null) => (typeof value === "string" ? value : (value?.id ?? null));
