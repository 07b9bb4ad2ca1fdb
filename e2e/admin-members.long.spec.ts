import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, fromElsewhere, test } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/members";

const main = (page: Page) => page.getByRole("main");
const actions = (page: Page) => page.getByRole("region", { name: "操作", exact: true });
const log = (page: Page) => page.getByRole("region", { name: "操作の記録" }).getByRole("listitem");

async function perform(page: Page, button: string, confirm: string, reason: string): Promise<void> {
  await actions(page).getByRole("button", { name: button }).click();
  await page.getByRole("dialog").getByLabel("理由").fill(reason);
  await page.getByRole("dialog").getByRole("button", { name: confirm }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(log(page).first()).toContainText(reason);
}

/** Signs up a new member, so that tests do not share state. */
async function join(page: Page, username: string): Promise<string> {
  const email = `${username}-${process.pid}@example.com`;
  const password = "correct-horse-77";
  const data = { username, email, password, password2: password, agreedToTerms: true };
  const response = await page.request.post("/api/auth/signup/", { headers: fromElsewhere(), data });
  if (!response.ok()) throw new Error(`The signup answered ${response.status()}`);
  return email;
}

test("finds a member, changes access and rights, and logs each reason", async ({ page }) => {
  const name = "newcomer";
  const email = await join(page, name);
  // Only an account with a confirmed address becomes staff.
  await page.goto(await linkInMail(page, { email, path: "/verify-email" }));
  await page.getByRole("button", { name: "メールアドレスを確認する" }).click();
  await expect(page.getByText("メールアドレスを確認しました。")).toBeVisible();
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await main(page).getByRole("link", { name: "会員管理" }).click();
  await expect(main(page).getByText(/^\d+人の会員$/)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  await page.getByLabel("ユーザー名またはメールアドレス").fill(email);
  await page.keyboard.press("Enter");
  await expect(main(page).getByText("1人の会員", { exact: true })).toBeVisible();
  await page.getByLabel("会員の状態").selectOption("有料会員");
  await expect(main(page).getByText("該当する会員はいません")).toBeVisible();
  await page.getByLabel("会員の状態").selectOption("未契約");
  await page.getByRole("link", { name }).click();

  await expect(page.getByRole("heading", { level: 1, name: `${name}さん` })).toBeVisible();
  await expect(main(page).getByText("契約がないため、視聴できません")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await actions(page).getByRole("button", { name: "視聴権を付与" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^期限/).fill("2026-01-01");
  await dialog.getByRole("button", { name: "付与する" }).click();
  await expect(dialog.getByLabel("理由")).toHaveAccessibleDescription(/理由を入力してください。/);
  await dialog.getByLabel("理由").fill("お詫びとして");
  await expectAccessible(page);
  await dialog.getByLabel(/^期限/).fill("2035-01-01");
  await dialog.getByRole("button", { name: "付与する" }).click();
  await expect(actions(page).getByText("視聴権を付与しました。")).toBeVisible();
  await expect(main(page).getByText("2035年1月1日まで視聴権があります")).toBeVisible();
  await expect(log(page).first()).toContainText("お詫びとして");

  await perform(page, "スタッフにする", "スタッフにする", "採用しました");
  await expect(actions(page).getByRole("button", { name: "スタッフから外す" })).toBeVisible();
  await perform(page, "スタッフから外す", "外す", "退職しました");
  await perform(page, "すべての端末からログアウト", "ログアウト", "紛失の連絡");
  await expect(main(page).getByText("ログイン中の端末はありません。")).toBeVisible();
  await perform(page, "視聴権を終了", "終了する", "返金しました");
  await expect(main(page).getByText("契約がないため、視聴できません")).toBeVisible();
  await expect(log(page)).toHaveCount(5);
  await expectAccessible(page);

  await page.goto("/admin/audit");
  await expect(main(page).getByText("返金しました").first()).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test("hides a superuser's own rights, and tells staff which right a screen needs", async ({ page }) => {
  await enterAs(page, "superuser@example.com", `${PATH}?q=superuser@example.com`);
  await main(page).getByRole("table").getByRole("link").click();
  await expect(actions(page).getByRole("button", { name: "視聴権を付与" })).toBeVisible();
  await expect(actions(page).getByRole("button", { name: /スタッフ/ })).toHaveCount(0);
  await signInAs(page, "staff@example.com");
  for (const [path, right] of [
    [PATH, "会員"],
    [`${PATH}/1`, "会員"],
    ["/admin/mails", "会員"],
    ["/admin/alerts", "請求・売上"],
    ["/admin/colleagues", "管理者"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("この画面は表示できません");
    await expect(main(page).getByText(`この画面には「${right}」の権限が必要です。`)).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await expectAccessible(page);
  await expectToFit(page);
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("fetches the members again on request, and keeps the typed reason", async ({ page }) => {
    const email = await join(page, "troubled");
    await signInAs(page, "superuser@example.com");
    const restore = await answerInstead(page, "/api/admin/members/", 500);
    await page.goto(`${PATH}?q=${email}`);
    await expect(main(page).getByRole("alert")).toContainText("会員一覧を読み込めませんでした。");
    await restore();
    await page.getByRole("button", { name: "再試行" }).click();
    await page.getByRole("link", { name: "troubled" }).click();
    await actions(page).getByRole("button", { name: "視聴権を終了" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("理由").fill("間違い");
    await dialog.getByRole("button", { name: "終了する" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("終了できる視聴権はありません。");
    await expect(dialog.getByLabel("理由")).toHaveValue("間違い");
    await page.goto(`${PATH}/999999`);
    await expect(main(page).getByText("会員が見つかりません。")).toBeVisible();
  });
});
