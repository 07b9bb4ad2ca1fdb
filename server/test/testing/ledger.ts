import type Stripe from "stripe";
import type { StripeSandbox } from "stripe-sandbox";

const DAY = 86_400;

const idOf = (value: string | { id: string } | null | undefined) => (typeof value === "string" ? value : value?.id);
const round = (amount: number) => Math.sign(amount) * Math.round(Math.abs(amount)) || 0;
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** The consumption tax of 10 %, rounded once per bill. */
const taxOf = (net: number) => round(net / 10);

/** The reduction that a subscription began with. */
export interface Reduction {
  percent: number;
  /** Whether it reduces later periods too. */
  lasts: boolean;
}

/** Facts that the provider's subscriptions do not show. */
export interface Known {
  reductionOf: (subscription: string) => Reduction | null;
  /** Yen that went back to the customer's cards, by the caller's own count. */
  givenBack: number;
  /** Whether another shop of the operator sold a price. */
  isForeign: (price: string) => boolean;
}

/** A stretch of time for which one price was due. Instants are seconds. */
interface Stretch {
  price: string;
  /** Yen without tax, after discounts. */
  net: number;
  from: number;
  until: number;
  /** The instant at which another plan replaced it; null: none did. */
  cutAt: number | null;
}

interface Contract {
  stretches: Stretch[];
  endedAt: number | null;
}

type Event = Stripe.EventBase & { data: { object: Stripe.Subscription } };

/** The account of one customer. Amounts are yen. */
export interface Account {
  /** The provider's charges. */
  paid: number;
  /** The provider's refunds and lost disputes. */
  refunded: number;
  /** The value that the member consumed day by day, with its tax, without what was given back. */
  consumed: number;
  /** Credit that left the balance without paying for anything. */
  takenBack: number;
  /** The paid days that are still to come, and the customer's credit, less open bills. */
  held: number;
  /** Parts of `held`. */
  credit: number;
  owed: number;
}

/**
 * Computes a customer's account from the subscriptions' histories alone: which price was due from when until when. It
 * reads no invoice's amount. Money is conserved when `paid - refunded - consumed` is `held`.
 */
export function accountOf({ world }: Pick<StripeSandbox, "world">, customer: string, known: Known): Account {
  const { store } = world;
  const foreign = foreignOf({ world }, customer, known.isForeign);
  const invoices = store.ofCustomer("invoice", customer).filter(({ id }) => !foreign.invoices.has(id));
  const books = [...contractsOf(store.all("event"), invoices, customer, known)].map(([id, contract]) =>
    bookOf(contract, (stretch) => isUnbilled(invoices, id, stretch), world.seconds()),
  );
  const charges = store
    .ofCustomer("charge", customer)
    .filter(({ paid, payment_intent }) => paid && !foreign.intents.has(idOf(payment_intent)));
  const entries = store.ofCustomer("balance_transaction", customer);
  const takenBack = sum(
    entries.filter(({ type, amount }) => type === "adjustment" && amount > 0).map(({ amount }) => amount),
  );
  // The provider has one balance for all shops.
  const usedElsewhere = sum(
    entries.filter(({ invoice }) => foreign.invoices.has(idOf(invoice) ?? "")).map(({ amount }) => amount),
  );
  const lost = store
    .all("dispute")
    .filter(({ status, charge }) => status === "lost" && charges.some(({ id }) => id === idOf(charge)));
  const owed = sum(invoices.filter(({ status }) => status === "open").map(({ amount_remaining }) => amount_remaining));
  const credit = -(store.get("customer", customer)?.balance ?? 0);
  return {
    paid: sum(charges.map(({ amount }) => amount)),
    refunded: sum(charges.map(({ amount_refunded }) => amount_refunded)) + sum(lost.map(({ amount }) => amount)),
    consumed: sum(books.map(({ consumed }) => consumed)) - known.givenBack + takenBack + usedElsewhere,
    takenBack,
    held: sum(books.map(({ ahead }) => ahead)) + credit - owed,
    credit,
    owed,
  };
}

/** The ids of invoices and payments of a customer that another shop of the operator made. */
export function foreignOf(
  { world: { store } }: Pick<StripeSandbox, "world">,
  customer: string,
  isForeign: (price: string) => boolean,
): { invoices: Set<string>; intents: Set<string | undefined> } {
  const made = store
    .ofCustomer("invoice", customer)
    .filter(({ lines }) => lines.data.some((line) => isForeign(priceOf(line) ?? "")));
  const invoices = new Set(made.map(({ id }) => id));
  const payments = store.all("invoice_payment").filter(({ invoice }) => invoices.has(idOf(invoice) ?? ""));
  return { invoices, intents: new Set(payments.map(({ payment }) => idOf(payment.payment_intent))) };
}

/** The yen by which an account does not balance. */
export function missingYen({ paid, refunded, consumed, held }: Account): number {
  return paid - refunded - consumed - held;
}

function contractsOf(
  events: Stripe.EventBase[],
  invoices: Stripe.Invoice[],
  customer: string,
  known: Known,
): Map<string, Contract> {
  const contracts = new Map<string, Contract>();
  for (const event of events) {
    if (!event.type.startsWith("customer.subscription.")) continue;
    const subscription = (event as unknown as Event).data.object;
    if (idOf(subscription.customer) !== customer) continue;
    const contract = contracts.get(subscription.id) ?? { stretches: [], endedAt: null };
    contracts.set(subscription.id, contract);
    contract.endedAt = subscription.ended_at;
    const [item] = subscription.items.data;
    if (known.isForeign(item?.price.id ?? "")) {
      contracts.delete(subscription.id);
      continue;
    }
    if (!item || subscription.pending_update !== null) continue;
    const { price, current_period_start: from, current_period_end: until } = item;
    const last = contract.stretches.at(-1);
    if (last && last.from === from && last.price === price.id) continue;
    if (last && from < last.until) last.cutAt = previewedAt(invoices, subscription.id, from) ?? from;
    const reduction = known.reductionOf(subscription.id);
    const isReduced = reduction !== null && (reduction.lasts || last === undefined);
    const full = price.unit_amount ?? 0;
    const net = isReduced ? full - round((full * reduction.percent) / 100) : full;
    contract.stretches.push({ price: price.id, net, from, until, cutAt: null });
  }
  return contracts;
}

/** @param now seconds */
function bookOf(
  { stretches, endedAt }: Contract,
  isFree: (stretch: Stretch) => boolean,
  now: number,
): { consumed: number; ahead: number } {
  let consumed = 0;
  let ahead = 0;
  let returned = 0;
  for (const stretch of stretches) {
    const { net, cutAt } = stretch;
    if (isFree(stretch)) continue;
    // One bill has the new price and what the replaced plan returns.
    consumed += taxOf(net - returned);
    returned = cutAt === null ? 0 : restAt(stretch, cutAt);
    // Days after an early end are given up.
    const used = cutAt !== null || endedAt !== null ? net - returned : usedUntil(stretch, now);
    consumed += used;
    ahead += net - returned - used;
  }
  return { consumed, ahead };
}

/** Yen that a stretch returns from an instant on, by the second. */
function restAt({ net, from, until }: Stretch, at: number): number {
  return round((net * (until - at)) / (until - from));
}

/** Adds up the yen of each day. */
function usedUntil(stretch: Stretch, now: number): number {
  let used = 0;
  for (let day = stretch.from; day < Math.min(now, stretch.until); day += DAY) {
    const end = Math.min(day + DAY, now, stretch.until);
    used += restAt(stretch, day) - restAt(stretch, end);
  }
  return used;
}

/** True for a stretch whose bill is not written yet, or was cancelled. */
function isUnbilled(invoices: Stripe.Invoice[], subscription: string, { from, price }: Stretch): boolean {
  return billsOf(invoices, subscription).some(
    ({ status, lines }) =>
      (status === "void" || status === "draft") &&
      lines.data.some((line) => line.period.start === from && priceOf(line) === price && !isProration(line)),
  );
}

/** The date from which the member's preview computed the unused part; only the request knows it. */
function previewedAt(invoices: Stripe.Invoice[], subscription: string, from: number): number | null {
  const change = billsOf(invoices, subscription).find(
    ({ billing_reason, lines }) =>
      billing_reason === "subscription_update" &&
      lines.data.some((line) => line.period.start === from && !isProration(line)),
  );
  return change?.parent?.subscription_details?.subscription_proration_date ?? null;
}

function billsOf(invoices: Stripe.Invoice[], subscription: string): Stripe.Invoice[] {
  return invoices.filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === subscription);
}

const priceOf = ({ pricing }: Stripe.InvoiceLineItem) => idOf(pricing?.price_details?.price);
const isProration = ({ parent }: Stripe.InvoiceLineItem) => parent?.subscription_item_details?.proration === true;
