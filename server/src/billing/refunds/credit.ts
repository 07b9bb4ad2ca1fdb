import type Stripe from "stripe";
import { idOf } from "../provider/provider.ts";

/** Metadata of a balance entry that takes credit back: the invoice whose payment was given back. */
export const TAKEN_FROM = "taken_from";

/** A paid invoice as the source of credit. */
interface Source {
  id: string;
  subscription: string | null;
  /** Seconds. */
  paidAt: number;
  /** Yen that a card or transfer paid; the rest came from credit. */
  amount: number;
}

/** A part of a customer's credit. */
export interface Credit {
  /** The invoice whose payment it came from; null: staff gave it, or it was here before us. */
  invoice: string | null;
  /** A change of plan left it, or a credit note of the provider gave it. */
  cause: "change" | "note" | "other";
  amount: number;
  /** Seconds. */
  at: number;
}

interface History {
  /** Of a customer's balance, oldest first. */
  entries: Stripe.CustomerBalanceTransaction[];
  /** Oldest first. */
  sources: Source[];
  notes: Stripe.CreditNote[];
  /** The subscription of each invoice that gave credit. */
  subscriptionOf: (invoice: string) => string | null;
}

/**
 * The unused credit and what was taken back, by the payment that it came from. Older credit is used first. The provider tells only which invoice
 * moved the balance: a change of plan returns what its subscription's latest earlier invoice was paid with, which can
 * itself be older credit.
 */
export function unusedCredit({ entries, sources, notes, subscriptionOf }: History): {
  unused: Credit[];
  taken: Credit[];
} {
  let unused: Credit[] = [];
  const taken: Credit[] = [];
  let debt = 0;
  const usedBy = new Map<string, Credit[]>();

  function use(amount: number, invoice: string | null, from: string | undefined): void {
    const rank = (credit: Credit): number => (credit.invoice !== from ? 2 : credit.cause === "change" ? 0 : 1);
    const inOrder = from === undefined ? unused : unused.toSorted((a, b) => rank(a) - rank(b));
    const [used, rest] = split(inOrder, amount);
    unused = rest.toSorted((a, b) => a.at - b.at);
    if (from !== undefined) taken.push(...used);
    debt += amount - sum(used);
    if (invoice !== null) usedBy.set(invoice, [...(usedBy.get(invoice) ?? []), ...used]);
  }

  /** The sources of an invoice's payment: its card, older credit, then the credit of its own change of plan. */
  function paidWith(source: Source | undefined, amount: number, at: number): Credit[] {
    if (amount <= 0) return [];
    if (source === undefined) return [{ invoice: null, cause: "other", amount, at }];
    const byCard = Math.min(amount, source.amount);
    const [byCredit] = split(usedBy.get(source.id) ?? [], amount - byCard);
    const portions = [{ invoice: source.id, cause: "change", amount: byCard, at } as const, ...byCredit];
    const before = latest(source.subscription, (other) => other.paidAt <= source.paidAt && isOlder(other, source));
    return [...portions, ...paidWith(before, amount - sum(portions), at)].map((portion) => ({ ...portion, at }));
  }

  const isOlder = (a: Source, b: Source): boolean => sources.indexOf(a) < sources.indexOf(b);
  const latest = (subscription: string | null, accept: (source: Source) => boolean): Source | undefined =>
    sources.findLast((source) => source.subscription === subscription && accept(source));

  function given(entry: Stripe.CustomerBalanceTransaction): Credit[] {
    const { id, created: at, type } = entry;
    const amount = -entry.amount;
    const invoice = idOf(entry.invoice);
    const note = notes.find(({ customer_balance_transaction: moved }) => idOf(moved) === id);
    if (note) return [{ invoice: idOf(note.invoice), cause: "note", amount, at }];
    if (invoice === null) return [{ invoice: null, cause: "other", amount, at }];
    if (type === "unapplied_from_invoice") return split(usedBy.get(invoice) ?? [], amount)[0];
    const subscription = subscriptionOf(invoice);
    return paidWith(
      latest(subscription, ({ id: other, paidAt }) => other !== invoice && paidAt <= at),
      amount,
      at,
    );
  }

  for (const entry of entries) {
    if (entry.amount > 0) use(entry.amount, idOf(entry.invoice), entry.metadata?.[TAKEN_FROM]);
    else {
      const owed = Math.min(debt, -entry.amount);
      debt -= owed;
      unused.push(...split(given(entry), owed)[1]);
    }
  }
  return { unused, taken };
}

/** @returns the first portions up to an amount, and the rest */
function split(credits: Credit[], amount: number): [Credit[], Credit[]] {
  const taken: Credit[] = [];
  const rest: Credit[] = [];
  let left = amount;
  for (const credit of credits) {
    const portion = Math.min(left, credit.amount);
    left -= portion;
    if (portion > 0) taken.push({ ...credit, amount: portion });
    if (portion < credit.amount) rest.push({ ...credit, amount: credit.amount - portion });
  }
  return [taken, rest];
}

export const sum = (credits: Pick<Credit, "amount">[]): number => credits.reduce((yen, { amount }) => yen + amount, 0);
