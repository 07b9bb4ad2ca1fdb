import { contract } from "@manabiya/contract";
import { eventually, see } from "./see.ts";
import type { Step } from "./step.ts";
import type { Member, Visit } from "./visit.ts";

const DISPUTED = "4000 0000 0000 0259";

async function seeNoAccess({ caller }: Member): Promise<void> {
  const { subscription_status, can_watch } = await caller.call(contract.profile.get);
  see(!can_watch, `the member may still watch, as ${subscription_status}`);
}

const refund: Step = {
  title: "a superuser refunds with a credit note, and ends the contract",
  remedy: "open the member's page, /admin/members",
  run: async (visit) => {
    const member = await visit.buy("refunded");
    const { id } = await member.caller.call(contract.profile.get);
    const superuser = await visit.superuser();
    const [payment] = await superuser.call(contract.adminPayments.list, { params: { id } });
    see(payment !== undefined, "the member's page shows no payment");
    const { invoice, amount, refunded } = payment;
    const decision = { reason: "リハーサル", request_id: crypto.randomUUID(), ends_access: true };
    const body = { ...decision, invoice, amount, refunded };
    const [after] = await superuser.call(contract.adminPayments.refund, { params: { id }, body });
    see(after?.refunded === amount, `refunded ${after?.refunded} of ${amount}`);
    await visit.rehearsal.sandbox.webhooks.idle();
    const notes = visit.rehearsal.sandbox.world.store.all("credit_note");
    see(notes.length === 1 && notes[0]?.total === amount, "the provider has no credit note of the amount");
    see(visit.subscriptionOf(member).status === "canceled", "the provider's subscription still runs");
    await seeNoAccess(member);
    return `${amount} yen`;
  },
};

async function alertsOf(visit: Visit, username: string): Promise<number> {
  const { results } = await (await visit.superuser()).call(contract.adminAlerts.list);
  return results.filter(({ member }) => member?.username === username).length;
}

const dispute: Step = {
  title: "a lost dispute alerts staff twice, and ends the contract",
  remedy: "open /admin/alerts; the endpoint must receive charge.dispute.created and .closed: stripe-setup",
  run: async (visit) => {
    const member = await visit.buy("disputing", DISPUTED);
    await eventually(async () => (await alertsOf(visit, "disputing")) === 1, "staff have no alert of the dispute");
    const { sandbox, deskUrl } = visit.rehearsal;
    const open = sandbox.world.store.all("dispute").map(({ id }) => id);
    const body = new URLSearchParams({ dispute: open[0] ?? "", outcome: "lost" });
    await fetch(`${deskUrl}/sandbox/disputes`, { method: "POST", body });
    await sandbox.webhooks.idle();
    await eventually(async () => (await alertsOf(visit, "disputing")) === 2, "staff have no alert of the loss");
    await seeNoAccess(member);
    return "two alerts";
  },
};

const close: Step = {
  title: "a member closes the account, and nothing is charged any more",
  remedy: "read the log",
  run: async (visit) => {
    const member = await visit.logInAgain("buyer");
    const { email, password } = member;
    const { id } = visit.subscriptionOf(member);
    await member.caller.call(contract.profile.remove, { body: { password } });
    await visit.rehearsal.sandbox.webhooks.idle();
    const { status } = await member.caller.send(contract.auth.login, { body: { email, password } }, true);
    see(status === 401, `a login afterwards answers ${status}`);
    const { status: state } = visit.rehearsal.sandbox.world.need("subscription", id);
    see(state === "canceled", `the provider's subscription is ${state}`);
    return "a login answers 401, the provider's subscription is canceled";
  },
};

export const ending = [refund, dispute];
export const closing = [close];
