import { expect, test } from "vitest";
import { CARDS, checkout, create, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { SITE } from "../../../test/testing/test-app.ts";
import { checkoutTerms } from "./terms.ts";

const t = useBillingApp();

/** The provider's limit. */
const MAX = 1200;

const LAW = "https://tera.example.jp/tokusho.html";

test.each([
  ["monthly", "1か月ごとに自動で更新"],
  ["yearly", "1年ごとに自動で更新"],
] as const)(
  "the payment page of the %s plan states renewal, 解約 and refunds beside its button",
  async (plan, renewal) => {
    const member = await t.member();
    const id = await checkout(member, plan);
    const session = await t.stripe.checkout.sessions.retrieve(id);
    expect(session.adaptive_pricing).toEqual({ enabled: false });
    const page = await (await fetch(session.url ?? "")).text();
    for (const term of [
      renewal,
      "【解約】",
      "次回の更新日の前日まで",
      "【返金】",
      "返金は行っていません",
      "【残高】",
    ]) {
      expect(session.custom_text.submit?.message).toContain(term);
      expect(page).toContain(term);
    }
    pay(t, id, CARDS.good);
    await deliverAll(t);
  },
);

test("the terms link to the commerce law notice if there is one, and fit the provider's limit", () => {
  expect(checkoutTerms({ ...SITE, commerceLawUrl: LAW }, "monthly")).toContain(LAW);
  expect(checkoutTerms({ ...SITE, commerceLawUrl: "" }, "monthly")).not.toContain("特定商取引法");
  const longest = `https://tera.example.jp/${"x".repeat(700)}`;
  expect(checkoutTerms({ ...SITE, commerceLawUrl: longest }, "monthly").length).toBeLessThanOrEqual(MAX);
});

test("a public site takes no order before it has all legal pages, and a page of the environment counts", async () => {
  const { site } = t.deps;
  const pages = { termsUrl: LAW, privacyUrl: LAW, commerceLawUrl: LAW };
  const order = async () => (await create(await t.member(), "monthly")).json<{ type?: string; url?: string }>();
  Object.assign(site, { isPublic: true, defaults: { ...SITE, ...pages, commerceLawUrl: "" } });
  expect(await order()).toMatchObject({ type: "sales_closed" });
  Object.assign(site, { defaults: { ...SITE, ...pages } });
  expect(await order()).toMatchObject({ url: expect.any(String) });
  Object.assign(site, { isPublic: false, defaults: SITE });
  expect(await order()).toMatchObject({ url: expect.any(String) });
});
