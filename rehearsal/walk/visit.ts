import { contract } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { Visitor } from "stripe-sandbox/internal/testing/visitor.ts";
import { Caller } from "../caller.ts";
import type { Rehearsal } from "../rehearsal.ts";
import { see } from "./see.ts";

export const GOOD = "4242 4242 4242 4242";

export interface Member {
  email: string;
  password: string;
  caller: Caller;
}

/** The people of one walk, and what they do more than once. */
export class Visit {
  readonly rehearsal: Rehearsal;
  readonly #members = new Map<string, Member>();

  constructor(rehearsal: Rehearsal) {
    this.rehearsal = rehearsal;
  }

  async signUp(name: string, subscription_status: "inactive" | "trial" = "inactive"): Promise<Member> {
    const email = `${name}@example.com`;
    const password = `walk-${crypto.randomUUID()}`;
    const body = { username: name, email, password, password2: password, subscription_status, agreedToTerms: true };
    const { token } = await new Caller(this.rehearsal.url).call(contract.auth.signup, { body });
    const member = { email, password, caller: new Caller(this.rehearsal.url, token.access) };
    this.#members.set(name, member);
    return member;
  }

  /** @throws Wrong when an earlier step failed before this member signed up */
  member(name: string): Member {
    const found = this.#members.get(name);
    see(found !== undefined, "an earlier step failed");
    return found;
  }

  /** The clock ends sessions, as at a member who comes back after a month. */
  async logInAgain(name: string): Promise<Member> {
    const member = this.member(name);
    member.caller = await Caller.logIn(this.rehearsal.url, member);
    return member;
  }

  superuser(): Promise<Caller> {
    return Caller.logIn(this.rehearsal.url, this.rehearsal.owner);
  }

  /** Opens the provider's payment page of an order. */
  async order(member: Member, plan_type: PaidPlan): Promise<Visitor> {
    const origin = this.rehearsal.url;
    const success_url = `${origin}/payment/complete?session_id={CHECKOUT_SESSION_ID}`;
    const body = { plan_type, success_url, cancel_url: `${origin}/subscription/cancel` };
    const { url } = await member.caller.call(contract.subscription.create, { body });
    const visitor = new Visitor();
    await visitor.open(url);
    return visitor;
  }

  /** Pays on the provider's page, and waits until its messages were answered. @throws Wrong */
  async pay(visitor: Visitor, card: string): Promise<void> {
    const back = await visitor.payWith(card);
    see(back?.startsWith(this.rehearsal.url) === true, "the payment page did not lead back to the site");
    await this.rehearsal.sandbox.webhooks.idle();
  }

  async buy(name: string, card = GOOD): Promise<Member> {
    const member = await this.signUp(name);
    await this.pay(await this.order(member, "monthly"), card);
    return member;
  }

  /** The member's subscription at the provider. @throws Wrong */
  subscriptionOf({ email }: Member) {
    const { store } = this.rehearsal.sandbox.world;
    const customer = store.all("customer").find((each) => each.email === email);
    const found = customer && store.ofCustomer("subscription", customer.id).at(-1);
    see(found !== undefined, `the card provider has no subscription of ${email}`);
    return found;
  }

  /** Invoices with the amounts that the card paid, oldest first. */
  paidInvoices(member: Member) {
    const { customer } = this.subscriptionOf(member);
    const id = typeof customer === "string" ? customer : customer.id;
    return this.rehearsal.sandbox.world.store.ofCustomer("invoice", id).filter(({ status }) => status === "paid");
  }
}
