import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expect, expectAccessible, signUpForTrial, test } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { main, press } from "./profile-screen.ts";
import { expectToFit, PHONE } from "./widths.ts";

// The browser logs the login's 403, which requests the code.
test.use({ viewport: PHONE, expectedErrors: [/status of 403/] });

/** The code of the next 30 seconds, because the present one turned the second factor on. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

async function logOutAndAskFor(page: Page, path: string, email: string, password: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(path);
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await press(page, "ログイン");
}

test("a member verifies the address, turns the second factor on, and logs in with a code and with a recovery code", async ({
  page,
}) => {
  const { email, password } = await signUpForTrial(page);
  await page.goto("/profile");
  await expect(main(page).getByText("メールアドレスの確認がまだ済んでいません。")).toBeVisible();
  await main(page).getByRole("link", { name: "設定", exact: true }).click();
  await main(page).getByRole("link", { name: "2段階認証を設定" }).click();
  await expect(main(page).getByText("先にメールアドレスの確認が必要です。")).toBeVisible();
  await expect(main(page).getByLabel("パスワード", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  await press(page, "確認メールを再送");
  await expect(main(page).getByText("確認メールを送りました。")).toBeVisible();
  const link = await linkInMail(page, { email, path: "/verify-email", mails: 2 });
  for (let time = 0; time < 2; time++) {
    // A program that looks at the mail's links, and a reload, change nothing.
    await page.goto(link);
    await expect(page.getByRole("button", { name: "メールアドレスを確認する" })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "メールアドレスを確認する" }).click();
  await expect(main(page).getByText("メールアドレスを確認しました。")).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: "メールアドレスを確認する" }).click();
  await expect(main(page).getByText("メールアドレスは確認済みです。")).toBeVisible();
  await page.goto("/profile/security");
  await main(page).getByLabel("パスワード", { exact: true }).fill(password);
  await press(page, "設定を始める");
  await expect(page.getByRole("img", { name: "認証アプリで読み取るQRコード" })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const shown = await main(page)
    .getByText(/^([A-Z2-7]{4} ?){8}$/)
    .textContent();
  const secret = (shown ?? "").replaceAll(" ", "");
  await main(page).getByLabel("確認コード").fill(new TOTP({ secret }).generate());
  await press(page, "2段階認証をオンにする");
  const codes = main(page).getByRole("list", { name: "リカバリーコード" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await press(page, "保存しました");
  await expect(main(page).getByText("残り10個")).toBeVisible();

  await logOutAndAskFor(page, "/favorites", email, password);
  await expect(page.getByLabel("確認コード")).toBeFocused();
  await expect(page.getByLabel("確認コード")).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible(page);
  await page.getByLabel("確認コード").fill(nextCode(secret));
  await press(page, "ログイン");
  await expect(page).toHaveURL("/favorites");

  await logOutAndAskFor(page, "/profile/security", email, password);
  await press(page, "認証アプリを使えないとき");
  await page.getByLabel("リカバリーコード").fill(recoveryCode.toLowerCase());
  await press(page, "ログイン");
  await expect(page).toHaveURL("/profile/security");
  await expect(main(page).getByText("残り9個")).toBeVisible();
  await expectToFit(page);
});
