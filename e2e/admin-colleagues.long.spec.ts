import type { Browser, Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { linkInMail } from "./mailbox.ts";
import { asColleague } from "./staff-calls.ts";
import { expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/colleagues";
const PASSWORD = "tsubame-kaeru-42";

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("dialog");
const item = (page: Page, name: string) => main(page).getByRole("listitem").filter({ hasText: name });

async function confirm(page: Page, button: string, reason: string): Promise<void> {
  await dialog(page).getByLabel("理由").fill(reason);
  await dialog(page).getByRole("button", { name: button, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
}

const act = (page: Page, name: string, action: string) =>
  main(page)
    .getByRole("button", { name: `${name}さん：${action}`, exact: true })
    .click();

async function invite(page: Page, email: string): Promise<void> {
  await main(page).getByRole("button", { name: "スタッフを招待" }).click();
  await dialog(page).getByLabel("メールアドレス").fill(email);
  await dialog(page).getByLabel("会員", { exact: false }).check();
  await dialog(page).getByRole("button", { name: "招待する" }).click();
  await expect(main(page).getByText("招待のメールを送りました。")).toBeVisible();
}

/** Another person's browser. */
async function openBrowser(browser: Browser, server: string, viewport: typeof PHONE): Promise<Page> {
  const context = await browser.newContext({ baseURL: server, viewport, locale: "ja-JP", timezoneId: "Asia/Tokyo" });
  return context.newPage();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login?next=%2Fadmin%2Fdashboard");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await main(page).getByRole("button", { name: "ログイン" }).click();
}

// The colleague's open tab is refused after the removal.
test.use({ expectedErrors: [REFUSED] });

test("invites, promotes, suspends and removes a colleague", async ({ page, browser, server }) => {
  const email = "newcomer@example.com";
  const name = "新人";
  await page.setViewportSize(PHONE);
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await main(page).getByRole("link", { name: "スタッフ管理" }).click();
  await expect(item(page, "管理者 三浦")).toContainText("自分の権限は、ほかの管理者だけが変更できます。");
  await expect(main(page).getByText("招待中の人はいません。")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await main(page).getByRole("button", { name: "スタッフを招待" }).click();
  await dialog(page).getByRole("button", { name: "招待する" }).click();
  await expect(dialog(page).getByLabel("メールアドレス")).toHaveAccessibleDescription(/メールアドレス/);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "キャンセル" }).click();
  await invite(page, email);
  await expect(item(page, email)).toContainText("コンテンツ・会員");
  await expectAccessible(page);
  await expectToFit(page);

  const link = await linkInMail(page, { email, path: "/admin/invitation" });
  const other = await openBrowser(browser, server, PHONE);
  await other.goto(link);
  await expect(main(other)).toContainText(`${email}のアカウントを作り、スタッフとして登録します。`);
  await expectAccessible(other);
  await expectToFit(other);
  await other.getByLabel("ユーザー名").fill(name);
  await other.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await other.getByLabel("パスワード（確認）", { exact: true }).fill(PASSWORD);
  await main(other).getByRole("button", { name: "スタッフとして登録" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("スタッフになりました");
  await expectAccessible(other);
  await other.goto(link);
  await expect(main(other).getByRole("alert")).toContainText("招待のリンクが無効か、有効期限が切れています。");
  await logIn(other, email);
  await expect(main(other).getByRole("link", { name: "会員管理" })).toBeVisible();
  await expect(main(other).getByRole("link", { name: "確認が必要な請求・契約" })).toHaveCount(0);
  await other.goto("/admin/members?q=member@example.com");
  await expect(main(other).getByText("member@example.com")).toBeVisible();

  await page.goto(PATH);
  await expect(item(page, name)).toContainText("コンテンツ・会員");
  await act(page, name, "権限を変更");
  await dialog(page).getByLabel("請求・売上").check();
  await dialog(page).getByLabel("管理者").check();
  await expect(dialog(page).getByLabel("請求・売上")).toBeDisabled();
  await expectAccessible(page);
  await confirm(page, "変更する", "後任として");
  await expect(main(page).getByText(`${name}さんの権限を変更しました。`)).toBeVisible();
  await expect(item(page, name)).toContainText("管理者（すべての権限）");
  await other.reload();
  await other.goto("/admin/dashboard");
  await expect(main(other).getByRole("link", { name: "スタッフ管理" })).toBeVisible();

  await act(page, name, "停止");
  await confirm(page, "停止する", "調査のため");
  await expect(item(page, name)).toContainText("停止中");
  await expectAccessible(page);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await logIn(other, email);
  await expect(main(other).getByText("このアカウントは停止されています。")).toBeVisible();
  await act(page, name, "停止を解除");
  await confirm(page, "解除する", "調査が終わった");
  await logIn(other, email);
  await expect(main(other).getByRole("link", { name: "スタッフ管理" })).toBeVisible();

  await act(page, name, "スタッフから外す");
  await confirm(page, "外す", "退職");
  await expect(item(page, name)).toHaveCount(0);
  // The tab is still open, and its next call finds the session ended.
  await main(other).getByRole("link", { name: "スタッフ管理" }).click();
  await expect(other).toHaveURL(/\/login/);
  await logIn(other, email);
  await expect(other).toHaveURL("/profile");
  await other.context().close();
  await page.goto("/admin/audit");
  await expect(main(page).getByText("退職").first()).toBeVisible();
});

test("an owner of an account accepts an invitation after the login, and another account cannot", async ({ page }) => {
  const email = "yearly@example.com";
  await enterAs(page, "superuser@example.com", PATH);
  await invite(page, email);
  const link = await linkInMail(page, { email, path: "/admin/invitation" });
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(main(page)).toContainText("ログインしてから、メールのリンクをもう一度開いてください。");
  await expectAccessible(page);
  await signInAs(page, "member@example.com");
  await page.goto(link);
  await main(page).getByRole("button", { name: "招待を受ける" }).click();
  await expect(main(page).getByRole("alert")).toContainText("この招待は、別のメールアドレス宛てです。");
  await expectAccessible(page);
  await expectToFit(page);
  await signInAs(page, email);
  await page.goto(link);
  await main(page).getByRole("button", { name: "招待を受ける" }).click();
  await main(page).getByRole("link", { name: "管理画面へ" }).click();
  await expect(main(page).getByRole("link", { name: "会員管理" })).toBeVisible();
  const { colleagues } = await asColleague<{ colleagues: { id: number; email: string }[] }>(
    page,
    "GET",
    "/api/admin/colleagues/",
  );
  const { id = 0 } = colleagues.find((each) => each.email === email) ?? {};
  await asColleague(page, "POST", `/api/admin/colleagues/${id}/remove/`, { reason: "テストの後始末" });
});

test("withdraws an invitation, and a required second factor leads the colleague to its setup", async ({
  page,
  browser,
  server,
}) => {
  const email = "withdrawn@example.com";
  await enterAs(page, "superuser@example.com", PATH);
  await invite(page, email);
  await main(page)
    .getByRole("button", { name: `${email}：招待を取り消す` })
    .click();
  await expect(main(page).getByText("招待を取り消しました。")).toBeVisible();
  await expect(item(page, email)).toHaveCount(0);
  const name = "編集部 佐伯";
  await act(page, name, "権限を変更");
  await dialog(page).getByLabel("2段階認証を必須にする").check();
  await confirm(page, "変更する", "規程の改定");
  await expect(item(page, name)).toContainText("設定するまで管理画面を使えません");
  const other = await openBrowser(browser, server, PHONE);
  await signInAs(other, "staff@example.com");
  await other.goto("/admin/videos");
  await expect(other).toHaveURL("/profile/security");
  await expect(main(other).getByText("管理画面を使うには、2段階認証の設定が必要です。")).toBeVisible();
  await act(page, name, "権限を変更");
  await dialog(page).getByLabel("2段階認証を必須にする").uncheck();
  await confirm(page, "変更する", "テストの後始末");
  await other.goto("/admin/videos");
  await expect(other.getByRole("heading", { level: 1, name: "動画管理" })).toBeVisible();
  await other.context().close();
});

test("keeps a typed reason when the server fails, and fetches the list again on request", async ({ page }) => {
  await signInAs(page, "superuser@example.com");
  const restore = await answerInstead(page, "/api/admin/colleagues/", 500);
  await page.goto(PATH);
  await expect(main(page).getByRole("alert")).toContainText("スタッフの一覧を読み込めませんでした。");
  await restore();
  await main(page).getByRole("button", { name: "再試行" }).click();
  await act(page, "編集部 佐伯", "停止");
  await dialog(page).getByRole("button", { name: "停止する" }).click();
  await expect(dialog(page).getByLabel("理由")).toHaveAccessibleDescription(/理由を入力してください。/);
  await dialog(page).getByLabel("理由").fill("調査のため");
  await page.route("/api/admin/colleagues/*/suspension/", (route) => route.fulfill({ status: 500, body: "{}" }));
  await dialog(page).getByRole("button", { name: "停止する" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("停止できませんでした。");
  await expect(dialog(page).getByLabel("理由")).toHaveValue("調査のため");
  await expectAccessible(page);
});
