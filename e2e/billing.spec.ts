import { answerInstead, cutOff, REFUSED } from "./api-answers.ts";
import {
  CARDS,
  contractOf,
  expectBought,
  expectToWatch,
  order,
  payWith,
  press,
  signUp,
  subscribe,
} from "./billing-steps.ts";
import { expect, expectAccessible, test, LONG } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

for (const viewport of [DESKTOP, PHONE]) {
  test(
    `a visitor signs up, pays and watches, at ${viewport.width} px`,
    viewport === DESKTOP ? LONG : {},
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto("/video/1");
      await page.getByRole("link", { name: "はじめての方は会員登録" }).click();
      await page.getByLabel("ユーザー名").fill("新井 月子");
      await page.getByLabel("メールアドレス").fill(`buyer-${viewport.width}@example.com`);
      await page.getByLabel("パスワード", { exact: true }).fill("shiranami-5-oshima");
      await page.getByLabel("パスワード（確認）", { exact: true }).fill("shiranami-5-oshima");
      await page.getByRole("checkbox").check();
      await press(page, "アカウントを作成");
      await expect(page).toHaveURL("/checkout?next=%2Fvideo%2F1");
      await expect(page.getByText("1,650円").first()).toBeVisible();
      await expect(page.getByText("16,500円").first()).toBeVisible();
      await expect(page.getByText("1,375円")).toBeVisible();

      await press(page, "月額プランを選ぶ");
      const confirmation = page.getByRole("region", { name: "お申し込み内容の確認" });
      for (const text of [
        "学び舎 月額プラン",
        "1,650円（税込）／月",
        "本体1,500円＋消費税10% 150円",
        "毎月、自動で更新され",
        "次回は",
        "解約の方法",
        "利用できる期間",
      ]) {
        await expect(confirmation).toContainText(text);
      }
      await expectAccessible(page);
      await expectToFit(page);
      await press(page, /^月額プランを申し込む/);
      await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\/cs_test_/);
      await payWith(page, CARDS.good);
      await expectBought(page);
      const bought = page.getByRole("status").filter({ hasText: "お申し込みが完了しました" });
      for (const text of [
        /プラン月額プラン/,
        /料金1,650円（税込）／月/,
        /次回のお支払い\d+年\d+月\d+日に1,650円（税込）/,
      ])
        await expect(bought).toContainText(text);
      await expect(page.getByRole("link", { name: "動画を見る" })).toHaveAttribute("href", "/video/1");
      await expectAccessible(page);
      await expectToFit(page);
      await expectToWatch(page);
      await page.goto("/profile");
      await expect(contractOf(page)).toContainText("Visa 末尾4242");
      await expect(contractOf(page)).toContainText(/次回のお支払い.*に1,650円/);
      await expectAccessible(page);
      await expectToFit(page);
    },
  );
}

test("a declined card shows an error, and a valid one then pays", async ({ page }) => {
  await signUp(page);
  await order(page, "年額プラン");
  await payWith(page, CARDS.declined);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
  await payWith(page, CARDS.good);
  await expectBought(page);
  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("年額プラン");
});

test("a failed 3-D Secure check changes nothing, and the next attempt passes", async ({ page }) => {
  await signUp(page);
  await order(page, "月額プラン");
  await payWith(page, CARDS.secure);
  await page.getByRole("button", { name: "失敗させる" }).click();
  await expect(page.getByText("本人認証ができませんでした。")).toBeVisible();
  await payWith(page, CARDS.secure);
  await page.getByRole("button", { name: "承認する" }).click();
  await expectBought(page);
});

test("leaving the payment page shows that nothing was charged, with a link back", LONG, async ({ page }) => {
  await signUp(page);
  await order(page, "月額プラン");
  await page.getByRole("link", { name: /やめて戻る/ }).click();
  await expect(page).toHaveURL("/subscription/cancel");
  await expect(page.getByText("料金は請求されていません。")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole("link", { name: "プランの選択に戻る" }).click();
  await expect(page).toHaveURL("/checkout");
});

test("a paid checkout is never called unpaid, however its pages are opened again", LONG, async ({ page }) => {
  await subscribe(page, "月額プラン");
  await page.goto("/subscription/cancel");
  await expect(page.getByRole("heading", { name: "すでにご契約中です" })).toBeVisible();
  await expect(page.getByText("料金は請求されていません")).toHaveCount(0);
  await expectAccessible(page);
  await answerInstead(page, "/api/subscription/check-session/cs_1/", 200, { status: "ended" });
  await page.goto("/payment/complete?session_id=cs_1");
  await expect(page.getByRole("heading", { name: "このお申し込みのご契約は終了しています" })).toBeVisible();
  await expect(page.getByText("料金は請求されていません")).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
});

test("monthly to yearly: the charges of today and later are shown before the change", async ({ page }) => {
  await subscribe(page, "月額プラン");
  await contractOf(page).getByRole("link", { name: "プランを変更する" }).click();
  await expect(page).toHaveURL("/subscription/change-plan");
  const figures = page.getByRole("region", { name: "変更内容の確認" });
  await expect(figures).toContainText("月額プラン → 年額プラン");
  await expect(figures).toContainText("14,850円（税込）");
  await expect(figures).toContainText("16,500円（税込）");
  await expectAccessible(page);
  await expectToFit(page);
  await press(page, /月額プラン（ご利用中）/);
  await expect(page.getByText("現在と同じプランが選択されています。")).toBeVisible();
  await press(page, "年額プランを選ぶ");
  const back = await answerInstead(page, "/api/subscription/change-plan/", 200, { success: false });
  await press(page, "年額プランに変更する");
  await expect(page.getByRole("alert")).toContainText("プランの変更に失敗しました。もう一度お試しください。");
  await back();
  await press(page, "年額プランに変更する");
  await expect(page).toHaveURL("/subscription/change-success");
  await expect(page.getByRole("main")).toContainText("変更前月額プラン");
  await expect(page.getByRole("main")).toContainText("年額プラン（16,500円／年・税込）");
  await expect(page.getByRole("main").getByText(/^税抜/)).toHaveText(["税抜 1,500円", "税抜 15,000円"]);
  await expectAccessible(page);
  await expectToFit(page);
  await page.reload();
  await expect(page.getByRole("main")).toContainText("年額プラン（16,500円／年・税込）");
  await page.goto("/subscription/change-success");
  await expect(page.getByRole("main")).toContainText("変更前月額プラン");
  await page.getByRole("link", { name: "プロフィールへ" }).click();
  await expect(contractOf(page)).toContainText("年額プラン");
});

test("yearly to monthly: nothing is charged, and the rest becomes credit", LONG, async ({ page }) => {
  await subscribe(page, "年額プラン");
  await contractOf(page).getByRole("link", { name: "プランを変更する" }).click();
  const figures = page.getByRole("region", { name: "変更内容の確認" });
  await expect(figures).toContainText(/本日のお支払い\s*0円/);
  await expect(figures).toContainText("14,850円（税込）が残り");
  await expect(figures).toContainText("次のご請求（残高を使い切ったあと）");
  await press(page, "月額プランに変更する");
  await expect(page).toHaveURL("/subscription/change-success");
  await page.goto("/profile");
  await expect(contractOf(page)).toContainText("残高14,850円");
  await expect(contractOf(page)).toContainText(/次回のお支払い.*に0円/);
});

test.describe("a change that has to be paid first", () => {
  // Before the payment the status call is refused.
  test.use({ expectedErrors: [REFUSED] });

  test("waits for 3-D Secure in another tab, and then takes effect", async ({ page, context }) => {
    await subscribe(page, "月額プラン", CARDS.secure);
    await page.goto("/subscription/change-plan");
    await press(page, "年額プランに変更する");
    await expect(page.getByRole("heading", { name: "お支払いが完了していません" })).toBeVisible();
    await expect(page.getByText("変更のお申し込みは自動で取り消されます。")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await press(page, "お支払いを確認する");
    await expect(page.getByText("お支払いがまだ完了していません。")).toBeVisible();
    await page.goto("/profile");
    await expect(contractOf(page)).toContainText("年額プランへの変更は、お支払いの手続きが終わっていません。");
    await contractOf(page).getByRole("link", { name: "お支払いへ" }).click();

    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: /お支払いページを開く/ }).click();
    const provider = await opened;
    await provider.getByRole("button", { name: /支払う/ }).click();
    await provider.getByRole("button", { name: "承認する" }).click();
    await expect(provider.getByText("お支払い済みです")).toBeVisible();
    await provider.getByRole("link", { name: "サイトに戻る" }).click();
    await expect(provider).toHaveURL("/subscription/success");
    await expect(provider.getByRole("heading", { name: "プランを変更しました" })).toBeVisible();
    await expectAccessible(provider);
    await expectToFit(provider);
    await provider.close();
    await page.bringToFront();
    await press(page, "お支払いを確認する");
    await expect(page).toHaveURL("/subscription/change-success");
  });
});

test("解約 takes two clicks, states its consequences and can be undone", async ({ page }) => {
  await subscribe(page, "月額プラン");
  await press(page, "解約する");
  const dialog = page.getByRole("dialog", { name: "解約しますか？" });
  await expect(dialog).toContainText("自動更新が止まります。");
  await expect(dialog).toContainText("残りの期間分の返金はありません。");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "解約する" }).click();
  const said = contractOf(page).getByRole("status");
  await expect(said.filter({ hasText: "解約のお手続きが完了しました。" })).toBeVisible();
  await expect(contractOf(page)).toContainText("ご利用中（自動更新なし）");
  await expect(contractOf(page)).toContainText("自動更新は止まっています。");
  await expectAccessible(page);
  await expectToWatch(page);
  await page.goto("/profile");
  await press(page, "解約を取り消す");
  await expect(contractOf(page)).not.toContainText("自動更新なし");
  await expect(contractOf(page)).toContainText("次回のお支払い");
});

test("解約 of an unpaid period takes effect at once, and the profile shows so", LONG, async ({ page }) => {
  await subscribe(page, "月額プラン");
  let isEnded = false;
  const facts = { currency: "jpy", due_at: null, is_overdue: false, is_charged: true };
  const owed = { amount: 1_650, url: null, retry_at: null, needs_authentication: false, ...facts };
  await page.route("/api/subscription/", async (route) => {
    const response = await route.fetch();
    const own = (await response.json()) as { subscription: object };
    const subscription = isEnded ? null : { ...own.subscription, failed_payment: owed, ends_at_once: true };
    await route.fulfill({ response, json: { ...own, subscription, credit: 13_200 } });
  });
  await page.route("/api/profile/", async (route) => {
    const response = await route.fetch();
    const ended = { subscription_status: "canceled", subscription_plan: "none" };
    await route.fulfill({ response, json: { ...(await response.json()), ...(isEnded && ended) } });
  });
  await page.route("/api/subscription/cancel/", (route) => {
    isEnded = true;
    return route.fulfill({ json: { message: "ご契約を終了しました。" } });
  });
  await page.reload();
  await press(page, "解約する");
  const dialog = page.getByRole("dialog", { name: "解約しますか？" });
  await expect(dialog).toContainText("解約すると、ご契約はその場で終了し");
  await expect(dialog).toContainText("残高13,200円は、もう一度お申し込みいただいたときのお支払いに充てられます。");
  await dialog.getByRole("button", { name: "解約する" }).click();
  await expect(contractOf(page)).toContainText("契約終了");
  await expect(contractOf(page).getByRole("button", { name: "解約する" })).toHaveCount(0);
  const said = contractOf(page).getByRole("status");
  await expect(said.filter({ hasText: "ご契約を終了しました。" })).toBeVisible();
});

test("invoices and cards are on the provider's page, which links back", LONG, async ({ page }) => {
  await subscribe(page, "月額プラン");
  await press(page, "カードの変更と請求書の確認");
  await expect(page).toHaveURL(/\/sandbox\/stripe\/portal\//);
  await expect(page.getByText("1,650円").first()).toBeVisible();
  await page.getByRole("link", { name: /戻る/ }).first().click();
  await expect(page).toHaveURL("/profile");
});

test("the plan change page tells members without a subscription so", LONG, async ({ page }) => {
  await signUp(page);
  await page.goto("/subscription/change-plan");
  await expect(page.getByText("ご契約中のプランがありません。")).toBeVisible();
  await expectAccessible(page);
  for (const path of ["/payment/complete", "/subscription/success", "/subscription/change-success"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/profile");
  }
});

test.describe("in trouble", LONG, () => {
  test.use({ expectedErrors: [REFUSED] });

  test("no plan can be chosen until the prices have loaded", async ({ page }) => {
    await signUp(page);
    const back = await answerInstead(page, "/api/subscription/prices/", 500);
    await page.reload();
    await expect(page.getByText("料金情報を読み込めませんでした。")).toBeVisible();
    for (const plan of ["月額プラン", "年額プラン"]) {
      await expect(page.getByRole("button", { name: `${plan}を選ぶ` })).toHaveAttribute("aria-disabled", "true");
    }
    await expectAccessible(page);
    await back();
    await press(page, "再試行");
    await expect(page.getByText("1,650円").first()).toBeVisible();
  });

  test("a checkout that cannot start shows the server's message or a general one", async ({ page }) => {
    await signUp(page);
    await press(page, "月額プランを選ぶ");
    const path = "/api/subscription/create/";
    let back = await answerInstead(page, path, 409, { error: "すでにご契約中です。", type: "already_subscribed" });
    await press(page, /^月額プランを申し込む/);
    await expect(page.getByRole("alert")).toContainText("すでにご契約中です。");
    await back();
    back = await cutOff(page, path);
    await press(page, /^月額プランを申し込む/);
    await expect(page.getByRole("alert")).toContainText(
      "お申し込みの手続きを始められませんでした。もう一度お試しください。",
    );
    await back();
    back = await answerInstead(page, path, 200, { url: "", session_id: "" });
    await press(page, /^月額プランを申し込む/);
    await expect(page.getByRole("alert")).toContainText(
      "お支払いページを開けませんでした。しばらくしてから、もう一度お試しください。",
    );
    await back();
    await press(page, /^月額プランを申し込む/);
    await expect(page.getByRole("heading", { name: "カード情報" })).toBeVisible();
  });

  test("the payment page shows waiting, failed and unknown payments", async ({ page }) => {
    await signUp(page);
    const path = "/api/subscription/check-session/cs_1/";
    let back = await answerInstead(page, path, 200, { status: "processing" });
    await page.goto("/payment/complete?session_id=cs_1");
    await expect(page.getByText("お支払いを確認しています。")).toBeVisible();
    await expectAccessible(page);
    await back();
    back = await answerInstead(page, path, 200, { status: "failed" });
    await expect(page.getByText("お支払いを完了できませんでした")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "プランの選択に戻る" })).toHaveAttribute(
      "href",
      "/checkout",
    );
    await expectAccessible(page);
    await back();
    for (const answer of [{}, { status: null }, { status: "" }, { state: "complete" }]) {
      back = await answerInstead(page, path, 200, answer);
      await page.reload();
      await expect(page.getByText("お支払いを完了できませんでした"), JSON.stringify(answer)).toBeVisible();
      await back();
    }
    back = await answerInstead(page, path, 500);
    await page.reload();
    await expect(page.getByText("お支払いの結果を確認できませんでした")).toBeVisible();
    for (const to of ["/checkout", "/profile"]) {
      await expect(page.getByRole("alert").locator(`a[href="${to}"]`)).toBeVisible();
    }
    await back();
    // An unknown checkout. The sentence of the first failure is still visible.
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await press(page, "もう一度確認する");
    expect((await answered).status()).toBe(404);
    await expect(page.getByText("お支払いの結果を確認できませんでした")).toBeVisible();
  });

  test("the profile stays usable while the provider is unreachable", async ({ page }) => {
    await subscribe(page, "月額プラン");
    const back = await answerInstead(page, "/api/subscription/", 503, {
      error: "ご契約の情報を読み込めませんでした。もう一度お試しください。",
    });
    await page.reload();
    await expect(contractOf(page)).toContainText("月額プラン");
    await expect(contractOf(page)).toContainText("ご契約の情報を読み込めませんでした。");
    await expectAccessible(page);
    await back();
    await press(page, "再試行");
    await expect(contractOf(page)).toContainText("Visa 末尾4242");
    const path = "/api/subscription/customer-portal/";
    for (const [status, body, sentence] of [
      [500, {}, "ポータルへのアクセスに失敗しました。もう一度お試しください。"],
      [200, { url: "" }, "ポータルURLの取得に失敗しました。"],
    ] as const) {
      const restore = await answerInstead(page, path, status, body);
      await press(page, "カードの変更と請求書の確認");
      await expect(contractOf(page)).toContainText(sentence);
      await restore();
    }
  });
});
