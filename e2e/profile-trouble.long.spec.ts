import type { Page } from "@playwright/test";
import { answerInstead, cutOff, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, becomeTrial, test } from "./fixtures.ts";
import { fillPasswords, IPHONE, logInFrom, main, NEW_PASSWORD, press } from "./profile-screen.ts";

const UNREACHABLE = "サーバーとの通信に失敗しました。";

/** The call that ends one session. */
const SESSION = /\/api\/profile\/sessions\/.+/;

const alert = (page: Page) => main(page).getByRole("alert");

test.describe("The profile in trouble", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("shows each failure and loads at a retry", async ({ page }) => {
    await signInAs(page, "yearly@example.com");
    for (const [call, path, failed] of [
      ["/api/profile/", "/profile", "プロファイル情報の取得に失敗しました。"],
      ["/api/profile/", "/profile/edit", "プロファイル情報の取得に失敗しました。"],
      ["/api/profile/sessions/", "/profile/settings", "ログイン中の端末を読み込めませんでした。"],
    ] as const) {
      const restore = await answerInstead(page, call, 500);
      await page.goto(path);
      await expect(alert(page)).toContainText(failed);
      await expectAccessible(page);
      await restore();
      await press(page, "再試行");
      await expect(alert(page)).toHaveCount(0);
    }
  });

  test("shows the server's message to a change of name or address", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/profile/edit");
    const failed = "プロフィールの更新に失敗しました。";
    const call = "/api/profile/update/";
    const name = page.getByLabel("ユーザー名", { exact: true });
    await name.fill("打ち込んだ名前");
    for (const [status, body, sentence] of [
      [400, { username: ["名前の一件目", "二件目"], email: ["アドレス"] }, "名前の一件目"],
      [400, { email: ["アドレスの一件目", "二件目"], error: "ほかの文" }, "アドレスの一件目"],
      [400, { error: "サーバーの文です。" }, "サーバーの文です。"],
      [500, {}, failed],
    ] as const) {
      const restore = await answerInstead(page, call, status, body);
      await press(page, "変更を保存");
      await expect(main(page).getByText(sentence, { exact: true })).toBeVisible();
      await expect(name).toHaveValue("打ち込んだ名前");
      await restore();
    }
    await cutOff(page, call);
    await press(page, "変更を保存");
    await expect(alert(page)).toContainText(failed);
    await expect(alert(page)).toContainText(UNREACHABLE);
  });

  test("refuses the address of another account", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/profile/edit");
    await page.getByLabel("メールアドレス", { exact: true }).fill("staff@example.com");
    const refused = page.waitForResponse((response) => response.url().endsWith("/update/"));
    await press(page, "変更を保存");
    const { email } = (await (await refused).json()) as { email: [string] };
    await expect(main(page).getByText(email[0])).toBeVisible();
    await expect(page.getByLabel("メールアドレス", { exact: true })).toBeFocused();
  });

  test("asks for the password if the server demands it, and keeps the typed text", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/profile/edit");
    const sentence = "メールアドレスの変更には、現在のパスワードの入力が必要です。";
    const restore = await answerInstead(page, "/api/profile/update/", 403, {
      type: "password_required",
      error: sentence,
      message: sentence,
    });
    const form = main(page).getByRole("region", { name: "基本情報" });
    await form.getByLabel("メールアドレス").fill("later@example.com");
    await press(page, "変更を保存");
    const password = form.getByLabel("現在のパスワード", { exact: true });
    await expect(password).toBeFocused();
    await expect(form.getByText(sentence)).toBeVisible();
    await expect(form.getByLabel("メールアドレス")).toHaveValue("later@example.com");
    await expectAccessible(page);
    await restore();

    await answerInstead(page, "/api/profile/update/", 200, { message: "プロフィールを更新しました。" });
    await password.fill("manabiya-demo");
    const sent = page.waitForRequest((request) => request.url().endsWith("/update/"));
    await press(page, "変更を保存");
    expect((await sent).postDataJSON()).toMatchObject({
      email: "later@example.com",
      current_password: "manabiya-demo",
    });
    await expect(password).toBeHidden();
    const again = page.waitForRequest((request) => request.url().endsWith("/update/"));
    await press(page, "変更を保存");
    expect((await again).postDataJSON()).not.toHaveProperty("current_password");
  });

  test("shows what the server says to a new password", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/profile/edit");
    const failed = "パスワードの変更に失敗しました。";
    const call = "/api/profile/change-password/";
    await fillPasswords(page, "not-my-password", NEW_PASSWORD);
    await press(page, "パスワードを変更");
    await expect(page.getByText("現在のパスワードが正しくありません。")).toBeVisible();
    for (const [status, body, sentence] of [
      [400, { old_password: ["古い方の一件目", "二件目"], new_password2: ["確認"] }, "古い方の一件目"],
      [400, { new_password2: ["確認の一件目", "二件目"], error: "ほかの文" }, "確認の一件目"],
      [400, { error: "サーバーの文です。" }, "サーバーの文です。"],
      [500, {}, failed],
    ] as const) {
      const restore = await answerInstead(page, call, status, body);
      await press(page, "パスワードを変更");
      await expect(main(page).getByText(sentence, { exact: true })).toBeVisible();
      await expect(page.getByLabel("新しいパスワード", { exact: true })).toHaveValue(NEW_PASSWORD);
      await restore();
    }
    await cutOff(page, call);
    await press(page, "パスワードを変更");
    await expect(alert(page)).toContainText(failed);
    await expect(alert(page)).toContainText(UNREACHABLE);
  });

  test("shows failures to end sessions, export data and close the account", async ({ page }) => {
    const { email, password } = await becomeTrial(page);
    await logInFrom(page, IPHONE, email, password);
    const restore = await answerInstead(page, "/api/profile/export/", 500);
    await page.goto("/profile/settings");
    await press(page, "データをダウンロード");
    await expect(alert(page)).toContainText("データのダウンロードに失敗しました。もう一度お試しください。");
    await restore();

    await page.route(SESSION, (route) => route.abort());
    await press(page, "iPhoneのSafariからログアウト");
    const ending = page.getByRole("dialog");
    await ending.getByRole("button", { name: "ログアウト" }).click();
    await expect(ending.getByRole("alert")).toContainText("ログアウトできませんでした。");
    await expectAccessible(page);
    const asked = "端末からログアウトするには、パスワードと確認コードの入力が必要です。";
    await page.unroute(SESSION);
    const answer = (status: number, json: object) =>
      page.route(SESSION, (route) => route.fulfill({ status, json }), { times: 1 });
    await answer(403, { error: asked, type: "password_required" });
    await ending.getByRole("button", { name: "ログアウト" }).click();
    const secret = ending.getByLabel("パスワード", { exact: true });
    await expect(secret).toBeFocused();
    await expect(secret).toHaveAccessibleDescription(asked);
    await secret.fill(password);
    await answer(400, { type: "validation_error", fields: { code: ["確認コードを入力してください。"] } });
    await ending.getByRole("button", { name: "ログアウト" }).click();
    await expect(ending.getByLabel("確認コード")).toBeFocused();
    await expect(secret).toHaveValue(password);
    await expectAccessible(page);
    await ending.getByRole("button", { name: "キャンセル" }).click();

    await press(page, "退会の手続きへ");
    const leaving = page.getByRole("dialog", { name: "退会しますか？" });
    await leaving.getByRole("button", { name: "退会する" }).click();
    await expect(leaving.getByText("パスワードが必要です。")).toBeVisible();
    await leaving.getByLabel("パスワード", { exact: true }).fill("not-my-password");
    await leaving.getByRole("button", { name: "退会する" }).click();
    await expect(leaving.getByText("パスワードが正しくありません。")).toBeVisible();
    await expectAccessible(page);
    await answerInstead(page, "/api/profile/delete/", 500);
    await leaving.getByRole("button", { name: "退会する" }).click();
    await expect(leaving.getByRole("alert")).toContainText("退会の手続きに失敗しました。");
    await expect(page).toHaveURL("/profile/settings");
  });
});
