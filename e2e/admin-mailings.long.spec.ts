import type { Page } from "@playwright/test";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

// A preview runs no scripts, and so refuses those with which Playwright records a retried test.
test.use({ expectedErrors: [/Blocked script execution/] });

const form = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("automatic mails are switched on, edited, looked at and sent to oneself", async ({ page }) => {
  await enterAs(page, "staff@example.com", "/admin/dashboard");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^自動メール/ })
    .click();
  const welcome = form(page, "ようこそメール");
  await expect(welcome.getByLabel("状態")).toHaveValue("off");
  await expectAccessible(page);
  await expectToFit(page);

  await page.setViewportSize(PHONE);
  await welcome.getByLabel("状態").selectOption("送信する");
  await welcome.getByLabel("件名").fill("");
  await welcome.getByRole("button", { name: "保存" }).click();
  await expect(welcome.getByLabel("件名")).toHaveAccessibleDescription(/件名を入力してください。/);
  await welcome.getByLabel("件名").fill("ようこそ、学び舎へ");
  await welcome.getByLabel("本文").fill("一つ目の段落です。\n\n二つ目の段落です。https://example.jp/start");
  await welcome.locator("..").locator("..").getByRole("button", { name: "プレビュー" }).click();
  const shown = form(page, "プレビュー：ようこそメール");
  await expect(shown).toContainText("】ようこそ、学び舎へ");
  await expect(shown).toContainText("二つ目の段落です。");
  await expectAccessible(page);
  const stored = page.waitForResponse((response) => response.request().method() === "PUT");
  await welcome.getByRole("button", { name: "保存" }).click();
  await stored;
  await page.reload();
  await expect(welcome.getByLabel("状態")).toHaveValue("on");
  await welcome.getByRole("button", { name: "自分にテスト送信" }).click();
  await expect(welcome.getByText("staff@example.com にテストメールを送りました。")).toBeVisible();

  const preview = welcome.getByRole("link", { name: /プレビューを開く/ });
  await page.goto((await preview.getAttribute("href")) ?? "");
  await expect(page.getByRole("heading", { name: "ようこそ、学び舎へ" })).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ hasText: "二つ目の段落です。" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 640]) {
      await page.setViewportSize({ width, height: 740 });
      const box = await page.locator("body").boundingBox();
      expect(box?.width).toBeLessThanOrEqual(width);
    }
  }
});

test("a notice goes by mail to its audience, and one press in the mail stops further ones", async ({ page }) => {
  test.slow();
  const title = "発表会のお知らせ";
  await signInAs(page, "staff@example.com");
  await page.goto("/admin/notices");
  await page.getByRole("button", { name: "お知らせを作成" }).click();
  await page.getByLabel("タイトル").fill(title);
  await page.getByLabel("本文").fill("来月です。");
  await page.getByLabel("公開状態").selectOption("公開する");
  await page.getByLabel("メール", { exact: true }).selectOption("すべての会員");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByRole("dialog")).toContainText(`人に「${title}」を送信しますか？`);
  await page.getByRole("dialog").getByRole("button", { name: "キャンセル" }).click();
  const mail = form(page, "メールでも送る");
  await expect(mail.getByLabel("送信先")).toBeVisible();
  await mail.getByLabel("送信日時").selectOption("日時を指定する");
  await mail.getByRole("button", { name: /人に送信$/ }).click();
  await expect(mail.getByLabel("日時（日本時間）")).toHaveAccessibleDescription("送信日時を入力してください。");
  await expectAccessible(page);
  await expectToFit(page);

  await page.setViewportSize(PHONE);
  await mail.getByLabel("日時（日本時間）").fill("2099-01-02T18:30");
  await mail.getByRole("button", { name: /人に送信$/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1人に1通だけ送ります。");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /人に送信$/ }).click();
  await expect(mail.getByRole("status")).toContainText("送信予約：2099年1月2日 18:30");

  await mail.getByLabel("送信日時").selectOption("すぐに送る");
  await mail.getByRole("button", { name: /人に送信$/ }).click();
  await dialog.getByRole("button", { name: /人に送信$/ }).click();
  await expect(mail.getByRole("status")).toContainText("送信が完了しました。", { timeout: 60_000 });
  await expect(mail.getByRole("button", { name: /人に送信$/ })).toBeHidden();
  await expectAccessible(page);

  let link: string | null = null;
  await expect(async () => {
    await page.goto("/sandbox/");
    const received = page.getByRole("group").filter({ hasText: "member@example.com" }).filter({ hasText: title });
    link = await received.locator('a[href*="/unsubscribe"]').first().getAttribute("href", { timeout: 1_000 });
  }).toPass();
  const { pathname, search } = new URL(link ?? "");
  await page.goto(pathname + search);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole("button", { name: "配信を停止する" }).click();
  await expect(page.getByRole("heading", { name: "配信を停止しました" })).toBeVisible();
  await expectAccessible(page);

  await enterAs(page, "member@example.com", "/profile/settings");
  await expect(page.getByRole("checkbox", { name: /ご案内のメール/ })).not.toBeChecked();
});

test("a member chooses the mails in the settings", async ({ page }) => {
  await enterAs(page, "trial@example.com", "/profile/settings");
  const block = form(page, "メールの設定");
  const notices = block.getByRole("checkbox", { name: /ご案内のメール/ });
  const digest = block.getByRole("checkbox", { name: /新着動画のまとめ/ });
  await expect(notices).toBeChecked();
  await expect(digest).not.toBeChecked();
  const answered = () =>
    page.waitForResponse(
      (response) => response.request().method() !== "GET" && response.url().endsWith("/api/profile/mails/"),
    );
  const saved = answered();
  await digest.check();
  await saved;
  await page.reload();
  await expect(digest).toBeChecked();
  const stopped = answered();
  await notices.uncheck();
  await stopped;
  await expect(digest).not.toBeChecked();
  await expectAccessible(page);
  await expectToFit(page);
});
