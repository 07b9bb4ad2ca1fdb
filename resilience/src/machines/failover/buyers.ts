import { setTimeout as pause } from "node:timers/promises";
import type { StripeSandbox } from "stripe-sandbox";
import type { Client } from "./client.ts";
import { logIn, signUp } from "./members.ts";

/** Milliseconds until a refused call is repeated, as a member presses again. */
const AGAIN = 500;

interface Order {
  email: string;
  /** The charges that the member agreed to. */
  agreed: number;
}

/** People who order a plan and change it, and press again whenever the server could not answer. */
export class Buyers {
  readonly orders: Order[] = [];
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** One after the other; the last one finishes. */
  async keepBuying(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#buy(isOver);
  }

  async #buy(isOver: () => boolean): Promise<void> {
    const buyer = await signUp(this.#client, "inactive", isOver);
    if (!buyer) return;
    const { email, token } = buyer;
    const body = {
      plan_type: "monthly",
      success_url: `${this.#client.origin}/payment/complete?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${this.#client.origin}/subscription/cancel`,
    };
    const { url, session_id } = await this.#untilAnswered<{ url: string; session_id: string }>(() =>
      this.#client.ask("POST", "/api/subscription/create/", { token, body }),
    );
    const card = new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/39", cvc: "123", name: "" });
    const paid = await fetch(url, { method: "POST", body: card, redirect: "manual" });
    if (paid.status !== 303) throw new Error(`The card provider's page answered ${paid.status}.`);
    const order = { email, agreed: 1 };
    this.orders.push(order);
    await this.#untilAnswered(async () => {
      const path = `/api/subscription/check-session/${session_id}/`;
      return (await this.#client.ask<{ status: string }>("GET", path, { token }))?.status === "complete" ? true : null;
    });
    const { proration_date } = await this.#untilAnswered<{ proration_date: number }>(() =>
      this.#client.ask("GET", "/api/subscription/change-plan/preview/?new_plan=yearly", { token }),
    );
    order.agreed += 1;
    await this.#untilAnswered(async () => {
      const change = { new_plan: "yearly", proration_date };
      await this.#client.send("POST", "/api/subscription/change-plan/", { token, body: change });
      return (await this.#planOf(token)) === "yearly" ? true : null;
    });
  }

  async #planOf(token: string): Promise<string | null> {
    const profile = await this.#client.ask<{ subscription_plan: string }>("GET", "/api/profile/", { token });
    return profile?.subscription_plan ?? null;
  }

  async #untilAnswered<T>(attempt: () => Promise<T | null>): Promise<T> {
    for (const end = Date.now() + 90_000; Date.now() < end; await pause(AGAIN)) {
      const answer = await attempt();
      if (answer !== null) return answer;
    }
    throw new Error("An order did not end within 90 s.");
  }

  /** Compares the provider's charges with the orders, and the members' plans with both. */
  async compare({ world }: StripeSandbox): Promise<{ doubled: string[]; lost: string[] }> {
    const doubled: string[] = [];
    const lost: string[] = [];
    for (const { email, agreed } of this.orders) {
      const customers = world.store.all("customer").filter((customer) => customer.email === email);
      const charges = customers.flatMap(({ id }) => world.store.ofCustomer("charge", id));
      const paid = charges.filter((charge) => charge.paid && charge.amount > 0).length;
      if (paid > agreed) doubled.push(`${email}: ${paid} charges, agreed to ${agreed}`);
      const token = await logIn(this.#client, email);
      const plan = token === null ? "no login" : await this.#planOf(token);
      if (paid < agreed || plan !== "yearly") lost.push(`${email}: ${paid} charges, plan ${plan}`);
    }
    return { doubled, lost };
  }
}
