import { readFile } from "node:fs/promises";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, becomeTrial, test, LONG } from "./fixtures.ts";
import { fillPasswords, IPHONE, logInFrom, main, NEW_PASSWORD, press } from "./profile-screen.ts";
import { asColleague } from "./staff-calls.ts";
import { expectToFit, PHONE } from "./widths.ts";

test.describe("The profile", () => {
  test("shows plan, account and links in a screen and a half, and leads to the settings", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/profile");
    await expect(main(page).getByText("年額プラン")).toBeVisible();
    await expect(main(page).getByText("yearly@example.com")).toBeVisible();
    for (const [name, path] of [
      ["お気に入り", "/favorites"],
      ["後で見る", "/watch-later"],
      ["視聴履歴", "/watch-history"],
      ["再生リスト", "/playlists"],
      ["お知らせ", "/notices"],
      ["設定", "/profile/settings"],
      ["プロフィールを編集", "/profile/edit"],
    ] as const) {
      await expect(main(page).getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
    }
    await expect(main(page).getByRole("link", { name: "管理画面" })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1.5 * 800);
    await expectAccessible(page);
    await expectToFit(page);
    await main(page).getByRole("link", { name: "設定", exact: true }).click();
    await expect(main(page).getByText("この端末", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole("radio", { name: "ダーク" }).check();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await page.getByRole("radio", { name: "自動" }).check();
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  });

  test("changes name and address, also in the menu", async ({ page }) => {
    const { email } = await becomeTrial(page);
    await page.goto("/profile/edit");
    const name = page.getByLabel("ユーザー名", { exact: true });
    const address = page.getByLabel("メールアドレス", { exact: true });
    await expect(address).toHaveValue(email);
    await page.setViewportSize(PHONE);
    await name.fill("");
    await press(page, "変更を保存");
    await expect(page.getByText("ユーザー名を入力してください。")).toBeVisible();
    await expect(name).toBeFocused();
    await expectAccessible(page);
    await expectToFit(page);
    await name.fill("学ぶ 花子");
    await expect(page.getByText("ユーザー名を入力してください。")).toBeHidden();
    await address.fill(`new-${email}`);
    await press(page, "変更を保存");
    await expect(main(page).getByRole("status")).toContainText("プロフィールを更新しました。");
    await expect(page.getByRole("button", { name: "学ぶ 花子さんのメニュー" })).toBeVisible();
    await name.fill("");
    await expect(main(page).getByRole("status")).toHaveCount(0);
    await press(page, "変更を保存");
    await expect(page.getByText("ユーザー名を入力してください。")).toBeVisible();
    await expect(page.getByText("プロフィールを更新しました。")).toHaveCount(0);
    await page.reload();
    await expect(address).toHaveValue(`new-${email}`);
  });

  test("changes the password", async ({ page }) => {
    const { email, password } = await becomeTrial(page);
    await page.goto("/profile/edit");
    await press(page, "パスワードを変更");
    await expect(page.getByText("パスワードが必要です。")).toBeVisible();
    await expect(page.getByText("パスワードは8文字以上で入力してください")).toBeVisible();
    await fillPasswords(page, password, NEW_PASSWORD, "something-else-9");
    await press(page, "パスワードを変更");
    await expect(page.getByText("パスワードが一致しません")).toBeVisible();
    await page.setViewportSize(PHONE);
    await fillPasswords(page, password, NEW_PASSWORD);
    await press(page, "パスワードを変更");
    await expect(main(page).getByRole("status")).toContainText("パスワードを変更しました。");
    await expect(page.getByLabel("現在のパスワード", { exact: true })).toHaveValue("");
    await press(page, "パスワードを変更");
    await expect(page.getByText("パスワードが必要です。")).toBeVisible();
    await expect(main(page).getByRole("status")).toHaveCount(0);
    expect((await logInFrom(page, IPHONE, email, password)).status()).toBe(401);
    expect((await logInFrom(page, IPHONE, email, NEW_PASSWORD)).status()).toBe(200);
  });

  test("closes the account after naming the data that is lost", async ({ page }) => {
    const { email, password } = await becomeTrial(page);
    await page.goto("/profile/settings");
    const begin = main(page).getByRole("button", { name: "退会の手続きへ" });
    await begin.click();
    const dialog = page.getByRole("dialog", { name: "退会しますか？" });
    await expect(dialog.getByText("お気に入り（動画0本）")).toBeVisible();
    await expect(dialog.getByText("メモとやってみた記録（0件）")).toBeVisible();
    await expect(dialog.getByText("学んだ日と時間（合計0分）")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.setViewportSize(PHONE);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(begin).toBeFocused();

    await begin.click();
    await dialog.getByLabel("パスワード", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "退会する" }).click();
    await expect(page).toHaveURL("/landing");
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect((await logInFrom(page, IPHONE, email, password)).status()).toBe(401);
  });
});

test("Other sessions have readable names, and end one by one or all at once", LONG, async ({ page }) => {
  const { email, password } = await becomeTrial(page);
  for (let times = 0; times < 3; times++) await logInFrom(page, IPHONE, email, password);
  await page.goto("/profile/settings");
  const end = main(page).getByRole("button", { name: "iPhoneのSafariからログアウト" });
  await expect(end).toHaveCount(3);
  await end.first().click();
  const one = page.getByRole("dialog", { name: "iPhoneのSafariからログアウトしますか？" });
  await expect(one.getByText("iPhoneのSafari")).toBeVisible();
  await expectAccessible(page);
  await one.getByRole("button", { name: "キャンセル" }).click();
  await expect(one).toBeHidden();
  await expect(end).toHaveCount(3);
  await end.first().click();
  await one.getByRole("button", { name: "ログアウト" }).click();
  await expect(main(page).getByRole("status")).toContainText("端末からログアウトしました。");
  await expect(end).toHaveCount(2);

  await press(page, "ほかのすべての端末からログアウト");
  const rest = page.getByRole("dialog", { name: "ほかのすべての端末からログアウトしますか？" });
  await expectAccessible(page);
  await rest.getByRole("button", { name: "2台からログアウト" }).click();
  await expect(main(page).getByRole("status")).toContainText("ほかのすべての端末からログアウトしました。");
  await expect(end).toHaveCount(0);
  await expect(main(page).getByText("この端末", { exact: true })).toBeVisible();
});

test("A member's data comes as a JSON file", async ({ page }) => {
  await enterAs(page, "yearly@example.com", "/profile/settings");
  const coming = page.waitForEvent("download");
  await press(page, "データをダウンロード");
  const download = await coming;
  expect(download.suggestedFilename()).toBe("account-data.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8")) as { profile: { email: string } };
  expect(data.profile.email).toBe("yearly@example.com");
});

test("A member with complimentary access sees its end, and the plans", LONG, async ({ page }) => {
  const { email } = await becomeTrial(page);
  const path = `/api/admin/members/?q=${encodeURIComponent(email)}`;
  const { results } = await asColleague<{ results: [{ id: number }] }>(page, "GET", path);
  await asColleague(page, "PUT", `/api/admin/members/${results[0].id}/access/`, {
    until: "2035-01-31",
    reason: "お詫びとして",
  });
  await page.goto("/checkout");
  await expect(main(page).getByText(/^2035年\d+月\d+日まで視聴できます。/)).toBeVisible();
  await expect(main(page).getByText("をご利用中です。")).toHaveCount(0);
  await page.goto("/profile");
  await expect(main(page).getByText(/^2035年\d+月\d+日まで視聴できます。/)).toBeVisible();
  await expect(main(page).getByText("自動更新")).toHaveCount(0);
  await main(page).getByRole("link", { name: "プランと料金を見る" }).click();
  await expect(page).toHaveURL("/checkout");
});

test("Staff find their menu", async ({ page }) => {
  await enterAs(page, "staff@example.com", "/profile");
  await expect(main(page).getByRole("heading", { name: "スタッフメニュー" })).toBeVisible();
  await expect(main(page).getByRole("link", { name: "管理画面" })).toHaveAttribute("href", "/admin/dashboard");
});
