import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import { giftPrice } from "@manabiya/contract/billing/gift-terms.ts";
import type { Gift } from "@manabiya/contract/billing/gifts.ts";
import { type Sales, SALES_KINDS } from "@manabiya/contract/billing/sales.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import {
  CARDS,
  deliverAll,
  pay,
  payInvoice,
  RETURN_URLS,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import { customerOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { createRandom } from "../../../test/testing/random.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { createBilling, listAll } from "../provider/provider.ts";
import { reconcileNightly } from "../sync/reconcile.ts";

// Members live a year of every kind of payment and return. Beside them runs a book of what they did, which shares no code
// with the product's books: prices, taxes, unused days and credit are computed here from the rules in decisions/084.

/** `npm run prove -- year` sets 200 and a new seed each time. */
const MEMBERS = Number(process.env["PROVE_YEAR_MEMBERS"] ?? 17);
const SEED = Number(process.env["PROVE_YEAR_SEED"] ?? 1);
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Midnight in Japan, in seconds. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00+09:00`) / 1000;
const START = midnight("2027-06-01");
const END = midnight("2028-07-16");
const MONTHS = Array.from({ length: 13 }, (_, index) => [2027 + Math.floor((index + 5) / 12), ((index + 5) % 12) + 1]);
/** The operator's second price list, and the day from which members renew at it. */
const RAISED = START + 260 * DAY;
const MOVES_ON = "2028-04-01";
const PRICES = [
  { monthly: 1500, yearly: 15_000 },
  { monthly: 1800, yearly: 18_000 },
] as const;
/** Percent of each promotion code, and whether it lasts. */
const CODES = { HALF: [50, false], FREE: [100, false], LASTS: [30, true] } as const;
/** Yen of another shop's prices, which no price of ours equals. */
const OTHER_SHOP = [30_000, 20_000] as const;

type Kind = keyof typeof SALES_KINDS;
interface Line {
  at: number;
  kind: Kind;
  net: number;
  tax: number;
  card: number;
  transfer: number;
  credit: number;
  sale: Sale;
  /** The count of the sale's credit note; 0: the line has the invoice's number. */
  note: number;
}
/** Of one invoice. */
interface Sale {
  at: number;
  /** 宛名, or the address. */
  name: string;
  customer: string;
  net: number;
  tax: number;
  card: number;
  items: { net: number; from: number; to: number }[];
  notes: number;
  refunded: number;
  /** The sale whose unused days it gives back. */
  changes: Sale | null;
}
interface Contract {
  plan: PaidPlan;
  list: 0 | 1;
  code: keyof typeof CODES | null;
  anchor: number;
  from: number;
  to: number;
  net: number;
  sale: Sale;
  cancels: boolean;
}
interface Person {
  name: string;
  member: Member;
  customer: string;
  contract: Contract | null;
  credit: number;
  hasBadCard: boolean;
  /** An unpaid renewal. */
  bill: Contract | null;
  sales: Sale[];
}

const t = useBillingApp();
const { superuser } = staffCalls(t);
const random = createRandom(SEED);
const people: Person[] = [];
const lines: Line[] = [];
const gifts: string[] = [];
/** Customers that the provider deleted, which no longer belong to a member. */
const deleted = new Set<string>();
const prices: string[] = [];

const now = () => Math.floor(t.clock.now() / 1000);
/** Halves away from zero. */
const round = (yen: number) => Math.sign(yen) * Math.round(Math.abs(yen)) || 0;
const totalOf = ({ net, tax }: Pick<Sale, "net" | "tax">) => net + tax;

/** The same day of a later month in UTC, or its last day. */
function monthsLater(anchor: number, count: number): number {
  const from = new Date(anchor * 1000);
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count + 1, 0));
  const day = Math.min(from.getUTCDate(), last.getUTCDate());
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), day) / 1000 + (anchor % DAY);
}

function periodAfter({ anchor, plan }: Pick<Contract, "anchor" | "plan">, from: number): number {
  const step = plan === "yearly" ? 12 : 1;
  for (let count = step; ; count += step) if (monthsLater(anchor, count) > from) return monthsLater(anchor, count);
}

/** Yen without tax. */
function priceOf({ plan, list, code }: Pick<Contract, "plan" | "list" | "code">, isFirst: boolean): number {
  const price = PRICES[list][plan];
  const [percent, lasts] = code === null ? [0, false] : CODES[code];
  return isFirst || lasts ? price - round((price * percent) / 100) : price;
}

function sell(
  person: Person,
  items: Sale["items"],
  { at = now(), by = "card", changes = null as Sale | null } = {},
): Sale {
  const net = items.reduce((sum, item) => sum + item.net, 0);
  const tax = round(net / 10);
  // The provider carries less than 50 yen over.
  const owed = net + tax - person.credit;
  const due = owed >= 50 ? owed : 0;
  if (by !== "gift") person.credit = due - owed;
  const paid = by === "gift" ? net + tax : due;
  const [card, transfer] = by === "transfer" ? [0, paid] : [paid, 0];
  const { customer, name } = person;
  const sale = { at, name, customer, net, tax, card, items, notes: 0, refunded: 0, changes };
  person.sales.push(sale);
  if (net !== 0) {
    const kind = net < 0 ? "change" : "payment";
    lines.push({ at, kind, net, tax, card, transfer, credit: net + tax - card - transfer, sale, note: 0 });
  }
  return sale;
}

/** Money without an invoice of its own has its sale's share of tax. */
function book(sale: Sale, kind: Kind, moved: { card?: number; credit?: number }, isNote = false): void {
  const { card = 0, credit = 0 } = moved;
  const total = card + credit;
  const tax = round((total * sale.tax) / totalOf(sale));
  const note = isNote ? ++sale.notes : 0;
  lines.push({ at: now(), kind, net: total - tax, tax, card, transfer: 0, credit, sale, note });
}

/** Every renewal that fell due, an hour after its period began. */
function renew(person: Person): void {
  for (let running = person.contract; running && running.to + HOUR <= now(); running = person.contract) {
    if (person.bill && now() < person.bill.from + HOUR + 7 * DAY) return;
    if (person.bill || running.cancels) {
      Object.assign(person, { contract: null, bill: null });
      return;
    }
    const list = running.to >= midnight(MOVES_ON) ? 1 : running.list;
    const next: Contract = { ...running, list, from: running.to, to: periodAfter(running, running.to) };
    next.net = priceOf(next, false);
    if (person.hasBadCard) person.bill = next;
    else next.sale = sell(person, [next], { at: next.from + HOUR });
    person.contract = next;
  }
  // A bill that was not paid in a week ends the contract.
  if (person.bill && now() >= person.bill.from + HOUR + 7 * DAY) Object.assign(person, { contract: null, bill: null });
}

const running = ({ contract: found, name }: Person): Contract => {
  if (!found) throw new Error(`${name} has no contract`);
  return found;
};

type Step = (person: Person) => Promise<unknown>;
const ok = (answer: { statusCode: number; body: string }) => expect(answer.statusCode, answer.body).toBe(200);
const cardSale = ({ sales, name }: Person): Sale => {
  const sale = sales.findLast(({ card }) => card > 0);
  if (!sale) throw new Error(`${name} has not paid by card`);
  return sale;
};

async function chargeOf(sale: Sale): Promise<string> {
  const charges = await listAll(t.stripe.charges.list({ customer: sale.customer, limit: 100 }));
  const found = charges.filter(({ created, amount }) => created === sale.at && amount === sale.card);
  expect(found).toHaveLength(1);
  return found[0]?.id ?? "";
}

/** The unused credit of a payment that goes back is taken first. */
function takeCredit(person: Person, sale: Sale, atMost: number): void {
  const credit = Math.min(person.credit, atMost);
  if (credit <= 0) return;
  person.credit -= credit;
  book(sale, "adjustment", { credit });
}

const buy =
  (plan: PaidPlan, code: keyof typeof CODES | null = null): Step =>
  async (person) => {
    const body = { plan_type: plan, ...(code && { code }), ...RETURN_URLS };
    const answer = await person.member.call(contract.subscription.create, body);
    ok(answer);
    pay(t, answer.json<{ session_id: string }>().session_id, CARDS.good);
    person.customer = await customerOf(t, person.member);
    const list = now() >= RAISED ? 1 : 0;
    const at = { anchor: now(), from: now(), to: periodAfter({ anchor: now(), plan }, now()) };
    const bought = { plan, list, code, ...at, net: priceOf({ plan, list, code }, true) } as const;
    person.contract = { ...bought, cancels: false, sale: sell(person, [bought]) };
  };

const change =
  (plan: PaidPlan): Step =>
  async (person) => {
    const before = running(person);
    ok(await person.member.call(contract.subscription.changePlan, { new_plan: plan }));
    const back = -round((before.net * (before.to - now())) / (before.to - before.from));
    const list = now() >= RAISED ? 1 : 0;
    const at = { anchor: now(), from: now(), to: periodAfter({ anchor: now(), plan }, now()) };
    const next: Contract = { ...before, plan, list, ...at };
    next.net = priceOf(next, false);
    next.sale = sell(person, [{ net: back, from: now(), to: before.to }, next], { changes: before.sale });
    person.contract = next;
  };

const cancel: Step = async (person) => {
  ok(await person.member.call(contract.subscription.cancel));
  running(person).cancels = true;
};

const breakCard: Step = async (person) => {
  await useCard(t, person.customer, CARDS.failsLater);
  person.hasBadCard = true;
};

const payBill =
  (by: "card" | "transfer"): Step =>
  async (person) => {
    const { bill, customer, member } = person;
    if (!bill) throw new Error(`${person.name} has no bill`);
    if (by === "card") {
      await useCard(t, customer, CARDS.good);
      await payInvoice(t, member, CARDS.good);
      person.hasBadCard = false;
    } else {
      const [open] = (await t.stripe.invoices.list({ customer, status: "open" })).data;
      await t.stripe.invoices.pay(open?.id ?? "", { paid_out_of_band: true });
    }
    bill.sale = sell(person, [bill], { by });
    person.bill = null;
  };

const refundByScreen =
  (share: number, isAll = false): Step =>
  async (person) => {
    const { member, credit } = person;
    const sale = cardSale(person);
    const listed = (await (await superuser()).call(contract.adminPayments.list, { id: member.id })).json<Payment[]>();
    const payment = listed.find(({ paid_at }) => Date.parse(paid_at) === sale.at * 1000);
    const left = sale.card - sale.refunded;
    expect(payment).toMatchObject({ amount: sale.card, refunded: sale.refunded, refundable: left - credit, credit });
    const amount = Math.round((left - (isAll ? 0 : credit)) * share);
    const given = { takes_credit: isAll, ends_access: isAll, reason: "ご連絡", request_id: randomUUID() };
    const body = { invoice: payment?.invoice, amount, refunded: sale.refunded, ...given };
    ok(await (await superuser()).call(contract.adminPayments.refund, { id: member.id }, body));
    sale.refunded += amount;
    book(sale, "refund", { card: -amount }, true);
    takeCredit(person, sale, credit - (sale.card - sale.refunded));
    if (isAll) person.contract = null;
  };

const refundInDashboard =
  (share: number): Step =>
  async (person) => {
    const sale = cardSale(person);
    const amount = Math.round((sale.card - sale.refunded) * share);
    await t.stripe.refunds.create({ charge: await chargeOf(sale), amount });
    sale.refunded += amount;
    book(sale, "refund", { card: -amount });
    takeCredit(person, sale, amount);
  };

const disputes = new Map<Person, { id: string; sale: Sale }>();

const dispute: Step = async (person) => {
  const sale = cardSale(person);
  disputes.set(person, { id: t.sandbox.simulate.dispute(await chargeOf(sale)).id, sale });
  book(sale, "dispute", { card: -sale.card });
};

const decide =
  (outcome: "won" | "lost"): Step =>
  async (person) => {
    const { id, sale } = disputes.get(person) ?? { id: "", sale: cardSale(person) };
    t.sandbox.simulate.closeDispute(id, outcome);
    if (outcome === "won") return book(sale, "dispute_returned", { card: sale.card });
    person.contract = null;
    takeCredit(person, sale, Infinity);
  };

const buyGift =
  (months: 3 | 12): Step =>
  async (person) => {
    const monthly = PRICES[now() >= RAISED ? 1 : 0].monthly;
    const answer = await person.member.call(contract.gifts.create, { months, price: giftPrice(monthly, months) });
    ok(answer);
    pay(t, answer.json<{ session_id: string }>().session_id, CARDS.good);
    await deliverAll(t);
    person.customer = await customerOf(t, person.member);
    const { gifts: found } = (await person.member.call(contract.gifts.list)).json<{ gifts: Gift[] }>();
    gifts.push(found[0]?.code ?? "");
    sell(person, [{ net: monthly * months, from: now(), to: now() }], { by: "gift" });
  };

const redeemGift: Step = async ({ member }) => {
  const code = gifts.shift();
  if (code !== undefined) ok(await member.call(contract.gifts.redeem, { code }));
};

/** The operator sells something else to the same customer, and refunds a part of it. */
const buyElsewhere: Step = async ({ customer }) => {
  const [once = "", monthly = ""] = prices;
  t.sandbox.simulate.sellOnce(customer, once, CARDS.good);
  const [charge] = (await t.stripe.charges.list({ customer, limit: 1 })).data;
  await t.stripe.refunds.create({ charge: charge?.id ?? "", amount: 10_000 });
  const { id } = await t.stripe.paymentMethods.attach("pm_card_visa", { customer });
  await t.stripe.subscriptions.create({ customer, items: [{ price: monthly }], default_payment_method: id });
};

const deleteCustomer: Step = async (person) => {
  await t.stripe.customers.del(person.customer);
  deleted.add(person.customer);
  // The provider alone knows 宛名.
  Object.assign(person, { contract: null, credit: 0, name: person.member.email });
};

const steps: Record<string, Step> = {
  ...{ monthly: buy("monthly"), yearly: buy("yearly"), half: buy("monthly", "HALF"), free: buy("monthly", "FREE") },
  ...{ lasts: buy("yearly", "LASTS"), toYearly: change("yearly"), toMonthly: change("monthly"), cancel, breakCard },
  ...{ payBill: payBill("card"), transfer: payBill("transfer"), dispute, won: decide("won"), lost: decide("lost") },
  ...{ refund: refundByScreen(0.5), refundAndEnd: refundByScreen(1, true), bare: refundInDashboard(0.3) },
  ...{ bareAll: refundInDashboard(1), gift: buyGift(12), smallGift: buyGift(3), redeemGift },
  ...{ buyElsewhere, deleteCustomer },
};

/** Lives of members: steps with the days before each. The first of them live in every run of the tests. */
const PLOTS = `0 monthly; 7 monthly; 0 monthly 15 toYearly; 0 yearly 4 toMonthly 3 dispute 20 lost; 0 half 40 refund;
  0 yearly 20 toMonthly 5 bare; 0 yearly 2 toMonthly 5 bareAll; 0 yearly 3 toMonthly 6 refundAndEnd; 0 gift 90 smallGift;
  0 yearly 5 bare 15 deleteCustomer 40 monthly; 0 monthly 10 breakCard 24 transfer; 0 yearly 6 dispute 25 won;
  0 monthly 20 buyElsewhere 50 refund; 30 redeemGift; 0 monthly 50 cancel; 0 yearly 6 dispute 70 lost 3 monthly;
  0 lasts 33 toMonthly; 0 yearly; 0 yearly 40 toMonthly; 0 yearly 9 toMonthly 6 refund; 0 monthly 10 cancel 60 yearly;
  0 yearly 4 toMonthly 3 dispute 20 won; 0 monthly 10 breakCard 24 payBill; 0 monthly 10 breakCard; 0 monthly 8 bare;
  0 yearly 12 refund 9 refund; 0 monthly 12 refundAndEnd; 0 yearly 8 bareAll; 0 monthly 6 dispute 25 lost;
  0 free 20 toYearly; 0 yearly 6 toMonthly 40 deleteCustomer; 0 monthly 5 toYearly 30 toMonthly 200 toYearly;
  0 yearly 100 toMonthly 100 cancel; 0 yearly 270 toMonthly`.split(";");
/** The plot of a member who begins with the trial of the sign-up. */
const TRIAL = 1;

/** Every fifth begins half an hour before, every fifth half an hour after a month ends in Japan. */
function startOf(index: number): number {
  const month = monthsLater(START + 9 * HOUR, 1 + ((index * 3) % 7)) - 9 * HOUR;
  if (index % 5 === 0) return month - HOUR / 2;
  if (index % 5 === 1) return month + HOUR / 2;
  return START + random.integer(1, 195) * DAY + random.integer(0, DAY - 1);
}

const night = () => reconcileNightly(createBilling({ ...t.deps, log: t.deps.logger }), { allowEnds: true });

async function liveTheYear(): Promise<void> {
  const due: { at: number; run: () => Promise<unknown> }[] = [];
  for (let index = 0; index < MEMBERS; index++) {
    let at = startOf(index);
    for (const [, days, name = ""] of (PLOTS[index % PLOTS.length] ?? "").matchAll(/(\d+) (\w+)/g)) {
      at += Number(days) * DAY;
      const run = async (): Promise<unknown> => {
        const person = people[index];
        if (!person) throw new Error("there is no such member");
        renew(person);
        // The bill of a renewal is a draft for an hour.
        if (person.contract && person.contract.to <= now()) return due.push({ at: now() + 2 * HOUR, run });
        return steps[name]?.(person);
      };
      due.push({ at, run });
    }
  }
  const raise = async () => {
    const list = { ...PRICES[1], starts_on: null, moves_on: MOVES_ON };
    ok(await (await superuser()).call(contract.adminPrices.create, {}, list));
  };
  due.push({ at: RAISED, run: raise });
  for (const at of [midnight("2028-01-01"), END]) due.push({ at, run: readBalances });
  for (let at = START; at < END; at += (at > RAISED && at < RAISED + 100 * DAY ? 7 : 30) * DAY)
    due.push({ at, run: night });
  while (due.length > 0) {
    due.sort((a, b) => b.at - a.at);
    const next = due.pop();
    if (!next) return;
    t.clock.ms = Math.max(t.clock.ms, next.at * 1000);
    t.sandbox.clock.settle();
    await deliverAll(t);
    await next.run();
    await deliverAll(t);
  }
}

/** Of the CSV and the deeds, and of the provider and the deeds. */
const balances: Record<"found" | "expected" | "theirs" | "ours", string[]>[] = [];

async function readBalances(): Promise<void> {
  for (const person of people) renew(person);
  const { body } = await (await superuser()).get(contract.adminSales.balancesCsv.url);
  const found = body.slice(1).trimEnd().split("\r\n").slice(1);
  const known = new Map<string, number>();
  for await (const { id, balance } of t.stripe.customers.list({ limit: 100 })) known.set(id, balance);
  balances.push({
    found: found.map((line) => line.replace(/^(\d+),[^,]*,(\d+),.*$/, "$1 $2")).toSorted(),
    expected: people
      .filter((each) => each.credit > 0)
      .map((each) => `${each.member.id} ${each.credit}`)
      .toSorted(),
    theirs: people.map(({ customer, name }) => `${name} ${known.get(customer) ?? 0}`),
    ours: people.map(({ credit, name }) => `${name} ${-credit || 0}`),
  });
}

/** How long the year took, and the reading of its books. Seconds. */
const seconds = { lived: 0, read: 0 };
let invoices: Stripe.Invoice[] = [];

beforeAll(async () => {
  const began = performance.now();
  t.clock.ms = START * 1000;
  const { id: product } = await t.stripe.products.create({ name: "コーチング" });
  for (const [index, unit_amount] of OTHER_SHOP.entries()) {
    const recurring = index === 1 ? { recurring: { interval: "month" as const } } : {};
    prices.push((await t.stripe.prices.create({ product, currency: "jpy", unit_amount, ...recurring })).id);
  }
  for (const [code, [percent_off, lasts]] of Object.entries(CODES)) {
    const { id: coupon } = await t.stripe.coupons.create({ percent_off, duration: lasts ? "forever" : "once" });
    await t.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon }, code });
  }
  for (let index = 0; index < MEMBERS; index++) {
    const member = await t.member(index % PLOTS.length === TRIAL ? { subscription_status: "trial" } : {});
    const empty = { customer: "", contract: null, credit: 0, hasBadCard: false, bill: null, sales: [] };
    const name = `宛名${index}`;
    await member.call(contract.receipts.setName, { name });
    people.push({ name, member, ...empty });
  }
  await liveTheYear();
  // Some members act after the end.
  for (const person of people) renew(person);
  invoices = await listAll(t.stripe.invoices.list({ limit: 100 }));
  seconds.lived = (performance.now() - began) / 1000;
}, 3_600_000);

/** In Japan. */
const japan = (at: number) => new Date((at + 9 * HOUR) * 1000).toISOString();
const monthOf = (at: number) => japan(at).slice(0, 7);
const dayOf = (at: number) => japan(at).slice(0, 10).replaceAll("-", "/");

/** The provider's number of a sale, which is one invoice there. */
function numberOf({ customer, at, net, tax }: Sale): string {
  const found = invoices.filter((invoice) => {
    const isSame = invoice.customer === customer && invoice.total === net + tax;
    return isSame && invoice.status_transitions.paid_at === at;
  });
  expect(
    found.map(({ number }) => number),
    `${customer} ${japan(at)} ${net}`,
  ).toHaveLength(1);
  return found[0]?.number ?? "";
}

function csvLine({ at, kind, net, tax, card, transfer, credit, sale, note }: Line): string {
  const document = numberOf(sale) + (note > 0 ? `-CN-${String(note).padStart(2, "0")}` : "");
  const total = net + tax;
  const sold = kind === "payment" || kind === "change" ? sale.items.filter((item) => item.net * total > 0) : [];
  const period = sold.length === 0 ? ["", ""] : [dayOf(sold[0]?.from ?? 0), dayOf(sold[0]?.to ?? 0)];
  const when = japan(at).slice(0, 16).replace("T", " ");
  const cells = [when, SALES_KINDS[kind], document, sale.name, net, 10, tax, total, card, transfer, credit];
  const { member } = people.find(({ customer }) => customer === sale.customer && !deleted.has(customer)) ?? {};
  return [...cells, ...period, member?.id].join(",");
}

/** Without the provider's ids. */
async function download(query: string): Promise<string[]> {
  const response = await (await superuser()).get(`${contract.adminSales.csv.url}?${query}`);
  ok(response);
  const lines = response.body.slice(1).trimEnd().split("\r\n").slice(1);
  return lines.map((line) => line.replace(/,\w+$/, ""));
}

const read = async (query: string) =>
  (await (await superuser()).get(`${contract.adminSales.list.url}?${query}`)).json<Sales>();

const queryOf = ([year, month]: number[]) => `year=${year}&month=${month}`;

test("each month's file has the lines that members' deeds made, and the years' files those of their months", async () => {
  const expected = new Map<string, string[]>();
  for (const line of lines) expected.set(monthOf(line.at), [...(expected.get(monthOf(line.at)) ?? []), csvLine(line)]);
  for (const month of MONTHS) {
    const name = `${month[0]}-${String(month[1]).padStart(2, "0")}`;
    expect((await download(queryOf(month))).toSorted(), name).toEqual((expected.get(name) ?? []).toSorted());
  }
  for (const year of ["2027", "2028"]) {
    const began = performance.now();
    const found = await download(`year=${year}`);
    seconds.read = Math.max(seconds.read, (performance.now() - began) / 1000);
    const months = [...expected].filter(([name]) => name.startsWith(year)).flatMap(([, each]) => each);
    expect(found.toSorted()).toEqual(months.toSorted());
  }
  expect(new Set(lines.map(({ kind }) => kind)).size).toBe(Object.keys(SALES_KINDS).length);
  console.log(
    `${MEMBERS} members of seed ${SEED}: ${invoices.length} invoices, ${lines.length} lines; seconds`,
    seconds,
  );
});

test("each month's money is the provider's balance transactions, without those of the other shop", async () => {
  const foreign = new Set<string | null>();
  for (const { id, amount } of await listAll(t.stripe.charges.list({ limit: 100 })))
    if ((OTHER_SHOP as readonly number[]).includes(amount)) foreign.add(id);
  for (const { id, charge } of await listAll(t.stripe.refunds.list({ limit: 100 })))
    if (foreign.has(charge as string)) foreign.add(id);
  const key = (at: string, yen: number) => `${at} ${yen}`;
  const moved = (await listAll(t.stripe.balanceTransactions.list({ limit: 100 }))).filter(
    ({ source }) => !foreign.has(source as string),
  );
  for (const [year = 0, month = 0] of MONTHS) {
    const { rows, sums } = await read(queryOf([year, month]));
    const theirs = moved.filter(({ created }) => monthOf(created) === `${year}-${String(month).padStart(2, "0")}`);
    expect(sums.card).toBe(theirs.reduce((sum, { amount }) => sum + amount, 0));
    const ours = rows.filter(({ card }) => card !== 0).map(({ at, card }) => key(at, card));
    expect(ours.toSorted()).toEqual(
      theirs.map(({ created, amount }) => key(new Date(created * 1000).toISOString(), amount)).toSorted(),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  }
});

/** The payment that a negative change of plan gives back in part, or the sale itself. */
const rootOf = (sale: Sale): Sale => (sale.changes && totalOf(sale) < 0 ? rootOf(sale.changes) : sale);

/** Yen without tax for the days from `end` on, counted one by one. */
function deferredAt(end: number): number {
  const days = (from: number, to: number) => {
    const found: string[] = [];
    for (let at = from; dayOf(at) < dayOf(to); at += DAY) found.push(dayOf(at));
    return found;
  };
  const groups = new Map<Sale, { later: number; total: number; returned: number }>();
  for (const { sale, kind, at, net, tax } of lines) {
    if (at >= end) continue;
    const group = groups.get(rootOf(sale)) ?? { later: 0, total: 0, returned: 0 };
    groups.set(rootOf(sale), group);
    if (kind !== "payment" && kind !== "change") {
      group.returned -= net + tax;
      continue;
    }
    group.total += net + tax;
    for (const item of sale.items) {
      const each = days(item.from, item.to);
      group.later += (item.net * each.filter((day) => day >= dayOf(end)).length) / each.length || 0;
    }
  }
  let sum = 0;
  for (const { later, total, returned } of groups.values())
    sum += Math.round(later * Math.max(0, 1 - returned / total));
  return sum;
}

test("前受金 at the end of each month, and of the year, is a count of the paid days that follow", async () => {
  for (const [year = 0, month = 0] of MONTHS) {
    const end = Date.UTC(year, month) / 1000 - 9 * HOUR;
    expect((await read(queryOf([year, month]))).deferred, `${year}-${month}`).toBe(deferredAt(end));
  }
  expect((await read("year=2027")).deferred).toBe(deferredAt(midnight("2028-01-01")));
});

test("the balances of all members are those of the deeds, and the provider's, at the year's end and at the end", () => {
  for (const { found, expected, theirs, ours } of balances) {
    expect(found).toEqual(expected);
    expect(theirs).toEqual(ours);
  }
  expect(balances.map(({ expected }) => expected.length > 0)).toContain(true);
});
