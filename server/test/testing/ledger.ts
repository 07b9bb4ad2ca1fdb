import type Stripe from "stripe";
import type { StripeSandbox } from "stripe-sandbox";

const idOf = (value: string | { id: string } | null | undefined) => (typeof value === "string" ? value : value?.id);
const round = (amount: number) => Math.sign(amount) * Math.round(Math.abs(amount)) || 0;
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** The price with the consumption tax of 10 %. */
const withTax = (net: number) => net + round(net / 10);

/** A stretch of time for which one price was due. Instants are seconds. */
interface Stretch {
  price: number;
  /** Yen without tax, after discounts. */
  net: number;
  from: number;
  until: number;
  /** Yen without tax that another plan returned from it. */
  returned: number;
}

type Event = Stripe.EventBase & {
  data: { object: Stripe.Subscription; previous_attributes?: Partial<Stripe.Subscription> };
};

/** The account of one customer. Amounts are yen. */
export interface Account {
  paid: number;
  refunded: number;
  /** The value of all stretches, with tax: used, still running, or given up by an early end. */
  provided: number;
  /** Bills that nobody has paid yet. */
  unpaid: number;
  /** The customer's credit. */
  credit: number;
}

/**
 * Computes what a customer owes from the history of the subscription alone: which price was due from when until when. It
 * reads no invoice's amount. A change of plan returns the unused seconds of the old stretch, rounded to the yen.
 * @param firstNet yen without tax that the first stretch of a subscription costs, if a coupon changed it
 */
export function accountOf(
  { world }: Pick<StripeSandbox, "world">,
  customer: string,
  firstNet: (subscription: string) => number | null = () => null,
): Account {
  const { store } = world;
  const events = store
    .all("event")
    .filter(({ type }) => type.startsWith("customer.subscription."))
    .map((event) => event as unknown as Event)
    .filter(({ data }) => idOf(data.object.customer) === customer);
  const stretches = new Map<string, Stretch[]>();
  for (const { data } of events) {
    const { id, items } = data.object;
    const [item] = items.data;
    if (!item || data.object.pending_update !== null) continue;
    const known = stretches.get(id) ?? [];
    const last = known.at(-1);
    const next = {
      from: item.current_period_start,
      until: item.current_period_end,
      price: item.price.unit_amount ?? 0,
    };
    if (last && last.from === next.from && last.price === next.price) continue;
    const net = (last ? null : firstNet(id)) ?? next.price;
    // A stretch that was cut short gives back its unused part, computed from the date of the preview.
    if (last && next.from < last.until) {
      const at = prorationOf(store.all("invoice"), id, next.from) ?? next.from;
      last.returned = round((last.net * (last.until - at)) / (last.until - last.from));
    }
    stretches.set(id, [...known, { ...next, net, returned: 0 }]);
  }
  const invoices = store.ofCustomer("invoice", customer);
  const isVoid = (subscription: string, from: number) =>
    invoices.some(
      ({ status, parent, lines }) =>
        (status === "void" || status === "draft") &&
        idOf(parent?.subscription_details?.subscription) === subscription &&
        lines.data.some(({ period, amount }) => period.start === from && amount > 0),
    );
  const provided = [...stretches].flatMap(([subscription, list]) =>
    list.filter(({ from }) => !isVoid(subscription, from)).map(({ net, returned }) => withTax(net) - withTax(returned)),
  );
  const charges = store.ofCustomer("charge", customer).filter(({ paid }) => paid);
  return {
    paid: sum(charges.map(({ amount }) => amount)),
    refunded: sum(charges.map(({ amount_refunded }) => amount_refunded)),
    provided: sum(provided),
    unpaid: sum(invoices.filter(({ status }) => status === "open").map(({ amount_remaining }) => amount_remaining)),
    credit: -(store.get("customer", customer)?.balance ?? 0),
  };
}

/** The date from which the member's preview computed the unused part; only the request knows it. */
function prorationOf(invoices: Stripe.Invoice[], subscription: string, from: number): number | null {
  const change = invoices.find(
    ({ parent, lines }) =>
      idOf(parent?.subscription_details?.subscription) === subscription &&
      lines.data.some(
        ({ period, parent: line }) => period.start === from && !line?.subscription_item_details?.proration,
      ),
  );
  return change?.parent?.subscription_details?.subscription_proration_date ?? null;
}
