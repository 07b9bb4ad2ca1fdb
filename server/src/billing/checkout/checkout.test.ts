import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  create,
  deliverAll,
  dropAll,
  pay,
  payLater,
  RETURN_URLS,
  useCard,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { SITE } from "../../../test/testing/site.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { booksOf, customerOf, latestOf, seenAs, subjectsTo } from "../../../test/testing/billing-state.ts";

const t = useBillingApp();

const NOTHING = { status: "inactive", plan: "none", ends: null, cancels: false, watches: false };

const check = (member: Member, session: string) =>
  member.call({ method: "GET", url: contract.subscription.checkSession.url.replace(":session_id", session) });

const statusOf = async (member: Member, session: string) =>
  (await check(member, session)).json<{ status: string }>().status;

test("returns the prices without a session", async () => {
  const response = await t.app.inject({ url: contract.subscription.prices.url });
  expect(response.json()).toEqual([
    { price_type: "monthly", amount: 1500, amount_including_tax: 1650, tax_rate: 0.1 },
    { price_type: "yearly", amount: 15_000, amount_including_tax: 16_500, tax_rate: 0.1 },
    { price_type: "yearly_monthly", amount: 1250, amount_including_tax: 1375, tax_rate: 0.1 },
  ]);
});

test.each([
  ["monthly", 1650, 1],
  ["yearly", 16_500, 12],
] as const)("buying the %s plan gives access at once", async (plan, amount, months) => {
  const member = await t.member();
  const thanks = `${plan === "monthly" ? "月額" : "年額"}プランのお申し込みが完了しました`;
  const session = await checkout(member, plan);
  expect(await statusOf(member, session)).toBe("open");
  expect(await seenAs(t, member)).toEqual(NOTHING);

  const end = new Date(t.clock.now());
  end.setUTCMonth(end.getUTCMonth() + months);
  pay(t, session, CARDS.good);
  expect(await statusOf(member, session)).toBe("complete");
  const bought = { status: "active", plan, ends: end.toISOString(), cancels: false, watches: true };
  expect(await seenAs(t, member)).toEqual(bought);
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [amount] });
  expect(await subjectsTo(t, member)).toEqual([thanks]);

  await deliverAll(t);
  expect(await seenAs(t, member)).toEqual(bought);
  expect(await statusOf(member, session)).toBe("complete");
  expect(await subjectsTo(t, member)).toEqual([thanks]);
});

test("creates the session with member, plan, language, tax and expiry", async () => {
  const member = await t.member();
  const id = await checkout(member, "yearly");
  const session = await t.stripe.checkout.sessions.retrieve(id, { expand: ["line_items"] });
  expect(session).toMatchObject({
    client_reference_id: String(member.id),
    metadata: { user_id: String(member.id), plan: "yearly" },
    locale: "ja",
    allowed_payment_method_types: ["card"],
    amount_total: 16_500,
    cancel_url: RETURN_URLS.cancel_url,
    success_url: RETURN_URLS.success_url,
  });
  expect(session.expires_at - t.clock.now() / 1000).toBeCloseTo(31 * 60, -1);
  const customer = await t.stripe.customers.retrieve(await customerOf(t, member));
  expect(customer).toMatchObject({ email: member.email, metadata: { user_id: String(member.id) } });
});

test("a declined card changes nothing, and another card on the same page pays", async () => {
  const member = await t.member();
  const session = await checkout(member, "monthly");
  expect(pay(t, session, CARDS.declined).kind).toBe("declined");
  await deliverAll(t);
  expect(await seenAs(t, member)).toEqual(NOTHING);
  expect(await statusOf(member, session)).toBe("open");
  pay(t, session, CARDS.good);
  expect(await statusOf(member, session)).toBe("complete");
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
});

test("failing 3-D Secure changes nothing, and passing it pays", async () => {
  const member = await t.member();
  const session = await checkout(member, "monthly");
  expect(pay(t, session, CARDS.secure).kind).toBe("challenge");
  expect(await statusOf(member, session)).toBe("open");
  expect(pay(t, session, CARDS.secure, "authentication_failed").kind).toBe("declined");
  await deliverAll(t);
  expect(await seenAs(t, member)).toEqual(NOTHING);
  expect(pay(t, session, CARDS.secure, "authenticated").kind).toBe("complete");
  expect(await statusOf(member, session)).toBe("complete");
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
});

describe("a trial", () => {
  const trial = () => t.member({ subscription_status: "trial", created_at: t.clock.daysAgo(2) });

  test("a trial stays a trial when its checkout is left or expires", async () => {
    const member = await trial();
    const session = await checkout(member, "monthly");
    await deliverAll(t);
    expect(await statusOf(member, session)).toBe("open");
    expect(await seenAs(t, member)).toMatchObject({ status: "trial", watches: true });
    advance(t, { minutes: 32 });
    await deliverAll(t);
    expect(await statusOf(member, session)).toBe("expired");
    expect(await seenAs(t, member)).toMatchObject({ status: "trial", watches: true });
    expect(await booksOf(t, member)).toEqual({ statuses: [], live: [], charged: [] });
  });

  test("a trial stays a trial when a delayed payment fails", async () => {
    const member = await trial();
    const session = await checkout(member, "monthly");
    payLater(t, session);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "trial", plan: "none", watches: true });
    t.sandbox.simulate.settleAsyncPayment(session, false);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "trial", watches: true });
    expect(await statusOf(member, session)).toBe("failed");
  });
});

describe("a delayed payment", () => {
  test("a delayed payment blocks a second checkout until it succeeds", async () => {
    const member = await t.member();
    const session = await checkout(member, "monthly");
    payLater(t, session);
    expect(await statusOf(member, session)).toBe("processing");
    expect(await seenAs(t, member)).toEqual(NOTHING);
    const again = await create(member, "monthly");
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ type: "payment_processing" });
    t.sandbox.simulate.settleAsyncPayment(session, true);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect(await statusOf(member, session)).toBe("complete");
    expect((await booksOf(t, member)).charged).toEqual([1650]);
  });

  test("another checkout can begin after a delayed payment fails", async () => {
    const member = await t.member();
    const session = await checkout(member, "monthly");
    payLater(t, session);
    t.sandbox.simulate.settleAsyncPayment(session, false);
    dropAll(t);
    expect(await statusOf(member, session)).toBe("failed");
    expect(await seenAs(t, member)).toEqual(NOTHING);
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  });
});

describe("the provider's event", () => {
  test("the event before the return page gives access", async () => {
    const member = await t.member();
    const session = await checkout(member, "monthly");
    pay(t, session, CARDS.good);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect(await statusOf(member, session)).toBe("complete");
  });

  test("the return page gives access without an event", async () => {
    const member = await t.member();
    const session = await checkout(member, "monthly");
    pay(t, session, CARDS.good);
    dropAll(t);
    expect(await statusOf(member, session)).toBe("complete");
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
  });
});

describe("a paid checkout is never called failed", () => {
  const bought = async () => {
    const member = await t.member();
    const session = await checkout(member, "monthly");
    pay(t, session, CARDS.good);
    await deliverAll(t);
    return { member, session, subscription: (await latestOf(t, member)).id };
  };

  test("when its subscription ended later", async () => {
    const { member, session, subscription } = await bought();
    await t.stripe.subscriptions.cancel(subscription);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
    expect(await statusOf(member, session)).toBe("ended");
  });

  test("when its payment was returned and its subscription ended", async () => {
    const { member, session, subscription } = await bought();
    const [charge] = (await t.stripe.charges.list({ customer: await customerOf(t, member) })).data;
    await t.stripe.refunds.create({ charge: charge?.id ?? "" });
    await t.stripe.subscriptions.cancel(subscription);
    await deliverAll(t);
    expect(await statusOf(member, session)).toBe("ended");
  });

  test("when later renewals failed for good", async () => {
    const { member, session } = await bought();
    t.sandbox.world.settings.afterRetries = "unpaid";
    await useCard(t, await customerOf(t, member), CARDS.failsLater);
    advance(t, { days: 50 });
    await deliverAll(t);
    t.sandbox.world.settings.afterRetries = "cancel";
    expect(await latestOf(t, member)).toMatchObject({ status: "unpaid" });
    expect(await statusOf(member, session)).toBe("ended");
  });

  test("when the member bought again", async () => {
    const { member, session, subscription } = await bought();
    await t.stripe.subscriptions.cancel(subscription);
    await deliverAll(t);
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    expect(await statusOf(member, session)).toBe("complete");
  });
});

test("returns 404 for another member's checkout and for an unknown one", async () => {
  const [member, other] = [await t.member(), await t.member()];
  const session = await checkout(member, "monthly");
  pay(t, session, CARDS.good);
  dropAll(t);
  for (const id of [session, "cs_test_unknown", "%20"]) {
    const response = await check(other, id);
    expect(response.statusCode, id).toBe(404);
    expect(response.json()).toMatchObject({ type: "not_found" });
  }
  for (const who of [member, other]) expect(await seenAs(t, who)).toEqual(NOTHING);
});

test("a double click and two tabs share one checkout, and another plan expires it", async () => {
  const member = await t.member();
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(member, "monthly")));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.json<{ session_id: string }>().session_id)).size).toBe(1);
  const monthly = await checkout(member, "monthly");
  const yearly = await checkout(member, "yearly");
  expect(await statusOf(member, monthly)).toBe("expired");
  expect(() => pay(t, monthly, CARDS.good)).toThrow("expired");
  pay(t, yearly, CARDS.good);
  expect(await statusOf(member, yearly)).toBe("complete");
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [16_500] });
});

test.each([
  [1259, true],
  [1260, false],
])(
  "an open checkout is used again while more than ten minutes are left: after %i seconds %j",
  async (seconds, same) => {
    const member = await t.member();
    const first = await checkout(member, "monthly");
    t.clock.advance({ seconds });
    expect((await checkout(member, "monthly")) === first).toBe(same);
    expect(await statusOf(member, first)).toBe(same ? "open" : "expired");
  },
);

test.each([{ success_url: `${RETURN_URLS.success_url}&a=1` }, { cancel_url: `${RETURN_URLS.cancel_url}?a=1` }])(
  "a checkout with another way back expires the open one: %o",
  async (other) => {
    const member = await t.member();
    const first = await checkout(member, "monthly");
    const body = { plan_type: "monthly", ...RETURN_URLS, ...other };
    const second = (await member.call(contract.subscription.create, body)).json<{ session_id: string }>().session_id;
    expect(second).not.toBe(first);
    expect(await statusOf(member, first)).toBe("expired");
    expect(await statusOf(member, second)).toBe("open");
  },
);

test("returns 409 when the member has a subscription", async () => {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  dropAll(t);
  // No event arrived yet, so this reads from the provider.
  expect(await seenAs(t, member)).toEqual(NOTHING);
  const response = await create(member, "yearly");
  expect(response.statusCode).toBe(409);
  expect(response.json()).toMatchObject({ type: "already_subscribed" });
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "monthly", watches: true });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
});

test("returns 409 beside a subscription of our product with an interval that we do not sell", async () => {
  const member = await t.member();
  const open = await checkout(member, "monthly");
  const customer = await customerOf(t, member);
  const product = await t.stripe.products.create({ name: "3か月プラン", metadata: { manabiya: "quarterly" } });
  // Another process read the products before.
  t.clock.advance({ minutes: 6 });
  const card = await t.stripe.paymentMethods.attach("pm_card_visa", { customer });
  const quarterly = await t.stripe.prices.create({
    product: product.id,
    currency: "jpy",
    unit_amount: 4500,
    recurring: { interval: "month", interval_count: 3 },
  });
  await t.stripe.subscriptions.create({ customer, default_payment_method: card.id, items: [{ price: quarterly.id }] });
  for (const plan of ["monthly", "yearly"] as const) {
    const response = await create(member, plan);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      type: "already_subscribed",
      error: expect.stringContaining("すでにご契約中です"),
    });
  }
  expect(() => pay(t, open, CARDS.good)).toThrow("expired");
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [4500] });
});

test("refuses return addresses on another origin", async () => {
  const member = await t.member();
  const response = await member.call(contract.subscription.create, {
    plan_type: "monthly",
    success_url: "https://evil.example/payment/complete",
    cancel_url: "javascript:alert(1)",
  });
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual(["success_url", "cancel_url"]);
  for (const address of [
    "http://localhost:3000@evil.example/",
    "//evil.example",
    "/payment/complete",
    "http://user@localhost:3000/",
  ]) {
    const faulty = { ...RETURN_URLS, success_url: address };
    const answer = await member.call(contract.subscription.create, { plan_type: "monthly", ...faulty });
    expect(answer.statusCode, address).toBe(400);
  }
});

test.each([
  ["\\@evil.example/x", "/@evil.example/x"],
  ["/a b/\t../{CHECKOUT_SESSION_ID}", "/{CHECKOUT_SESSION_ID}"],
  ["/完了?x={CHECKOUT_SESSION_ID}", "/%E5%AE%8C%E4%BA%86?x={CHECKOUT_SESSION_ID}"],
])("hands the return address %j on as it was understood", async (typed, understood) => {
  const member = await t.member();
  const addresses = { success_url: ` ${SITE.publicUrl}${typed}`, cancel_url: `${SITE.publicUrl}${typed} ` };
  const answer = await member.call(contract.subscription.create, { plan_type: "monthly", ...addresses });
  expect(answer.statusCode).toBe(200);
  const [attempt] = await selectRows(t.db, "checkout_attempts", { user_id: member.id });
  const expected = SITE.publicUrl + understood;
  expect(attempt).toMatchObject({ success_url: expected, cancel_url: expected });
  const [session] = (await t.stripe.checkout.sessions.list({ limit: 1 })).data;
  expect(session).toMatchObject({ success_url: expected, cancel_url: expected });
});

test("refuses an unknown plan", async () => {
  const member = await t.member();
  const response = await member.call(contract.subscription.create, { plan_type: "weekly", ...RETURN_URLS });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ fields: { plan_type: ["プランを選択してください。"] } });
});
