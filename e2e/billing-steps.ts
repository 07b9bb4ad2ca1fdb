import { expect, type Page } from "@playwright/test";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { fromElsewhere, storeSession } from "./fixtures.ts";

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  secure: "4000 0000 0000 3184",
  failsLater: "4000 0000 0000 0341",
  disputed: "4000 0000 0000 0259",
};

const main = (page: Page) => page.getByRole("main");

export const press = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name }).click();

let created = 0;

interface NewMember {
  email: string;
  password: string;
}

/** Signs in a new member without a plan. No screen is open yet. */
async function join(page: Page): Promise<NewMember> {
  const newcomer = { email: `payer-${process.pid}-${++created}@example.com`, password: "correct-horse-77" };
  const answer = await page.request.post("/api/auth/signup/", {
    headers: fromElsewhere(),
    data: {
      username: "支払 花子",
      email: newcomer.email,
      password: newcomer.password,
      password2: newcomer.password,
      subscription_status: "inactive",
      agreedToTerms: true,
    },
  });
  await storeSession(page, answer);
  return newcomer;
}

/** Opens the plans as well. */
export async function signUp(page: Page): Promise<NewMember> {
  const newcomer = await join(page);
  await page.goto("/checkout");
  return newcomer;
}

/** Signs in again, for example after the clock has passed the session's end. */
export async function enter(page: Page, { email, password }: NewMember, path: string): Promise<void> {
  const response = await page.request.post("/api/auth/login/", { data: { email, password, rotate: true } });
  await storeSession(page, response);
  await page.goto(path);
}

/** Goes from the plan cards to the provider's page. */
export async function order(page: Page, plan: "月額プラン" | "年額プラン"): Promise<void> {
  await press(page, `${plan}を選ぶ`);
  await press(page, new RegExp(`^${plan}を申し込む`));
  await expect(page.getByRole("heading", { name: "カード情報" })).toBeVisible();
}

/** Submits a card in one of the provider's forms. */
export async function payWith(page: Page, card: string, button: RegExp = /を支払う$/, expiry = "12/39"): Promise<void> {
  await page.getByLabel("カード番号").fill(card);
  await page.getByLabel("有効期限（月/年）").fill(expiry);
  await page.getByLabel("セキュリティコード").fill("123");
  await page.getByRole("button", { name: button }).click();
}

export async function expectBought(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/payment\/complete\?session_id=cs_test_/);
  await expect(page.getByRole("heading", { name: "お申し込みが完了しました" })).toBeVisible();
}

/**
 * Opens the profile of a new member with a running plan. Only cards that need more than a number go through the
 * screens.
 */
export async function subscribe(page: Page, plan: "月額プラン" | "年額プラン", card = CARDS.good) {
  const newcomer = card === CARDS.secure ? await signUp(page) : await join(page);
  if (card === CARDS.secure) {
    await order(page, plan);
    await payWith(page, card);
    await page.getByRole("button", { name: "承認する" }).click();
    await expectBought(page);
  } else {
    await buy(page, plan === "月額プラン" ? "monthly" : "yearly", card);
  }
  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("ご利用中");
  return newcomer;
}

/** Pays for a plan as the signed-in member, through calls only. */
async function buy(page: Page, plan_type: PaidPlan, number: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { authorization: `Bearer ${token}` };
  const { origin } = new URL(page.url());
  const created = await page.request.post("/api/subscription/create/", {
    headers,
    data: {
      plan_type,
      success_url: `${origin}/payment/complete?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/subscription/cancel`,
    },
  });
  const { url, session_id } = (await created.json()) as { url: string; session_id: string };
  await page.request.post(url, { form: { number, expiry: "12/39", cvc: "123", name: "" }, maxRedirects: 0 });
  await expect
    .poll(async () => {
      const path = `/api/subscription/check-session/${session_id}/`;
      return ((await (await page.request.get(path, { headers })).json()) as { status: string }).status;
    })
    .toBe("complete");
}

export const contractOf = (page: Page) => main(page).getByRole("region", { name: "ご契約" });

/** True if the newest video of the home page opens. */
export async function expectToWatch(page: Page): Promise<void> {
  await page.goto("/");
  await page
    .getByRole("link", { name: /コピーライティング超入門/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/video\/\d+/);
  await expect(page.locator("video")).toBeVisible();
}
