import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { signInAs } from "./enter-as.ts";
import { expect, expectAccessible, becomeTrial, test, LONG } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const CONFIRM = "/api/auth/password-reset/confirm/";
const NEW_PASSWORD = "tsubame-kaeru-42";

const main = (page: Page) => page.getByRole("main");
const send = (page: Page) => main(page).getByRole("button", { name: "再設定用のメールを送る" });
const change = (page: Page) => main(page).getByRole("button", { name: "パスワードを変更" });

async function fillNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel("新しいパスワード", { exact: true }).fill(password);
  await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill(repeated);
}

test("A forgotten password is reset by e-mail, and the new one works", async ({ page }) => {
  const { email } = await becomeTrial(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await page.getByRole("link", { name: "パスワードをお忘れの方" }).click();
    await expect(page).toHaveURL("/password-reset");
    if (size === DESKTOP) await page.goBack();
  }
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByLabel("メールアドレス").fill(email);
  await send(page).click();
  await expect(page.getByRole("heading", { name: "メールを送信しました" })).toBeVisible();
  await expect(main(page).getByText(email)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await page.goto(await linkInMail(page, { email, path: "/reset-password" }));
  await expect(page.getByRole("heading", { name: "新しいパスワードの設定" })).toBeVisible();
  await expect(page).toHaveURL("/reset-password");
  await fillNewPassword(page, NEW_PASSWORD);
  await expectAccessible(page);
  await expectToFit(page);
  await change(page).click();
  await expect(page.getByText("パスワードを変更しました。")).toBeVisible();
  await expect(page).toHaveURL("/login");

  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(NEW_PASSWORD);
  await main(page).getByRole("button", { name: "ログイン" }).click();
  await expect(page).toHaveURL("/");
});

test("An unknown address gets the same answer, and the e-mail can be requested again", LONG, async ({ page }) => {
  await page.goto("/password-reset");
  await page.getByLabel("メールアドレス").fill("nobody@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "メールを送信しました" })).toBeVisible();
  await page.getByRole("button", { name: "もう一度送る" }).click();
  await expect(page.getByLabel("メールアドレス")).toHaveValue("nobody@example.com");
});

for (const path of ["/reset-password", "/reset-password?token="]) {
  test(`${path} without a token shows so and links to the request form`, LONG, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL("/password-reset");
    await expect(page.getByRole("alert").getByText("リンクが無効です。", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe("A used or wrong link", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("keeps its form over a reload, with no token in the address", async ({ page }) => {
    await page.goto("/reset-password?token=anything");
    for (let time = 0; time < 2; time++) {
      await expect(change(page)).toBeVisible();
      await expect(page).toHaveURL("/reset-password");
      await page.reload();
    }
    const sent = page.waitForRequest("**/api/auth/password-reset/confirm/");
    await fillNewPassword(page, NEW_PASSWORD);
    await change(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ token: "anything" });
  });

  test("is read again by its page after a reload", LONG, async ({ page }) => {
    const tokens: unknown[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") tokens.push((request.postDataJSON() as { token: unknown }).token);
    });
    await page.goto("/verify-email?token=anything");
    for (let time = 0; time < 2; time++) {
      await page.getByRole("button", { name: "メールアドレスを確認する" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await page.reload();
    }
    expect(new Set(tokens)).toEqual(new Set(["anything"]));
    expect(tokens.length).toBeGreaterThanOrEqual(2);
  });
});

test("An address without a token says that the link is invalid", LONG, async ({ page }) => {
  await page.goto("/reset-password");
  await expect(page).toHaveURL("/password-reset");
  await expect(page.getByRole("alert")).toContainText("メールのリンクをもう一度開いてください。");
  await page.goto("/verify-email");
  await expect(page.getByRole("alert")).toContainText("リンクが正しくありません。");
  await expect(page.getByRole("alert")).toContainText("メールに記載のリンクをもう一度開いてください。");
});

for (const [words, token] of [
  ["a pair of tokens", (pair: object) => pair],
  ["an access token alone", ({ access }: { access?: string }) => access],
] as const) {
  test(`A server that answers with ${words} leads to the profile`, LONG, async ({ page }) => {
    const response = await page.request.post("/api/auth/login/", {
      data: { email: "yearly@example.com", password: "manabiya-demo" },
    });
    const signedIn = (await response.json()) as { token: { access: string; refresh: string } };
    await answerInstead(page, CONFIRM, 200, { success: true, token: token(signedIn.token) });
    await page.goto("/reset-password?token=anything");
    await fillNewPassword(page, NEW_PASSWORD);
    await change(page).click();
    await expect(page.getByText("3秒後にプロフィールへ移動します。")).toBeVisible();
    await expect(page).toHaveURL("/profile");
    await expect(main(page).getByText("yearly@example.com")).toBeVisible();
  });
}

test.describe("With a clock that is held", LONG, () => {
  test.use({ freshContext: true });

  test("The last screen stays for 3,000 ms and has a link to skip the wait", async ({ page }) => {
    // Delays only timers of this length.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      const held = (handler: TimerHandler, delay?: number, ...rest: unknown[]) =>
        delay === 3_000 ? 0 : setTimeout(handler, delay, ...rest);
      Object.assign(window, { setTimeout: held });
    });
    await answerInstead(page, CONFIRM, 200, { success: true });
    await page.goto("/reset-password?token=anything");
    await fillNewPassword(page, NEW_PASSWORD);
    await change(page).click();
    await expect(page.getByText("3秒後にログイン画面へ移動します。")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await expect(page).toHaveURL("/reset-password");
    await page.getByRole("link", { name: "ログイン画面へ" }).click();
    await expect(page).toHaveURL("/login");
  });
});

test("A signed-in member must log in again with the new password", LONG, async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  await answerInstead(page, CONFIRM, 200, { success: true });
  await page.goto("/reset-password?token=anything");
  await fillNewPassword(page, NEW_PASSWORD);
  await change(page).click();
  await page.getByRole("link", { name: "ログイン画面へ" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "ログイン" })).toBeVisible();
});

test.describe("A forgotten password in trouble", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("shows that a link is used or invalid, with a link to the request form", async ({ page }) => {
    await page.goto("/reset-password?token=made-up");
    await fillNewPassword(page, NEW_PASSWORD);
    await change(page).click();
    await expect(main(page).getByRole("alert")).toContainText("リンクが無効か、有効期限が切れています。");
    await expectAccessible(page);
    await page.getByRole("link", { name: "もう一度メールを受け取る" }).click();
    await expect(page).toHaveURL("/password-reset");
  });
});
