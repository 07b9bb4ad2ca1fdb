import { contract } from "@manabiya/contract";
import { newCard } from "stripe-sandbox/internal/api/payment-methods.ts";
import { setDefaultCard } from "stripe-sandbox/internal/pages/default-card.ts";
import type { CardUpdates } from "stripe-sandbox/internal/state/world.ts";
import { expect, test } from "vitest";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { booksOf, customerOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";

const t = useBillingApp();
const JCB = "3566002020360505";

async function subscriber(card: string = CARDS.good): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), card);
  await deliverAll(t);
  return member;
}

/** Enters a card in the provider's portal. */
async function enterInPortal(member: Member, number: string): Promise<void> {
  const { world } = t.sandbox;
  const customer = await customerOf(t, member);
  world.transact(null, () => setDefaultCard(world, customer, newCard(world, number).id, false));
  await deliverAll(t);
}

const shownCard = async (member: Member) => {
  const answer = await member.call(contract.subscription.get);
  return answer.json<{ subscription: { card: { last4: string } } }>().subscription.card.last4;
};

const chargedCards = async (member: Member) => {
  const { data } = await t.stripe.charges.list({ customer: await customerOf(t, member) });
  const methods = data.toReversed().map(({ payment_method }) => t.stripe.paymentMethods.retrieve(payment_method ?? ""));
  return (await Promise.all(methods)).map(({ card }) => card?.last4);
};

test.each(["subscription", "customer", "unpinned"] as const satisfies CardUpdates[])(
  "a card that the portal sets by %s is shown, and pays the next renewal",
  async (cardUpdates) => {
    t.sandbox.world.settings.cardUpdates = cardUpdates;
    const member = await subscriber();
    expect(await shownCard(member)).toBe("4242");
    advance(t, { days: 1 });
    await enterInPortal(member, JCB);
    expect(await shownCard(member)).toBe("0505");
    advance(t, { days: 31 });
    await deliverAll(t);
    expect(await chargedCards(member)).toEqual(["4242", "0505"]);
  },
);

test("a card that the portal sets before the purchase was seen pays the next renewal", async () => {
  t.sandbox.world.settings.cardUpdates = "customer";
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  // The events of the purchase are late.
  advance(t, { minutes: 1 });
  await enterInPortal(member, JCB);
  expect(await shownCard(member)).toBe("0505");
  advance(t, { days: 32 });
  await deliverAll(t);
  expect(await chargedCards(member)).toEqual(["4242", "0505"]);
});

test("a card of a new checkout comes before one that an earlier contract left", async () => {
  t.sandbox.world.settings.cardUpdates = "customer";
  const member = await subscriber();
  advance(t, { days: 1 });
  await enterInPortal(member, JCB);
  await member.call(contract.subscription.cancel);
  advance(t, { days: 32 });
  await deliverAll(t);
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  expect(await shownCard(member)).toBe("4242");
  advance(t, { days: 32 });
  await deliverAll(t);
  expect(await chargedCards(member)).toEqual(["4242", "4242", "4242"]);
  expect((await booksOf(t, member)).statuses).toEqual(["active", "canceled"]);
});
