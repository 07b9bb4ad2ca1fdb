import type { Page } from "@playwright/test";
import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { expectToFit, PHONE } from "./widths.ts";

const PATH = "/admin/notices";
const CALL = "/api/admin/notices/";

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => page.getByRole("table", { name: "お知らせの一覧" }).getByRole("row");
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });

test("drafts, previews, schedules, publishes and deletes notices", async ({ page }) => {
  const title = "停止のお知らせ";
  await enterAs(page, "staff@example.com", PATH);
  await expect(rows(page).nth(1)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "お知らせを作成" }).click();
  await expect(page.getByLabel("タイトル")).toBeFocused();
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByLabel("タイトル")).toHaveAccessibleDescription("タイトルを入力してください。");
  await page.getByLabel("タイトル").fill(title);
  await page.getByLabel("本文").fill("深夜に止まります。\nhttps://example.jp/stop");
  await main(page).getByLabel("カテゴリー").selectOption("メンテナンス");
  const preview = page.getByRole("region", { name: /プレビュー/ });
  await page.getByRole("button", { name: "プレビュー" }).click();
  await expect(preview.getByText("メンテナンス")).toBeVisible();
  await expect(preview.getByRole("link", { name: "https://example.jp/stop" })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText(`お知らせ「${title}」を保存しました。（下書き）`)).toBeVisible();
  await expect(row(page, title)).toContainText("下書き");

  await page.getByRole("button", { name: `${title}を編集` }).click();
  await page.getByLabel("公開状態").selectOption("日時を指定して公開する");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByLabel("公開日時（日本時間）")).toHaveAccessibleDescription("公開日時を入力してください。");
  await page.getByLabel("公開日時（日本時間）").fill("2099-01-02T18:30");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(row(page, title)).toContainText("予約");
  await expect(row(page, title)).toContainText("2099年1月2日 18:30");
  await expect(page.getByRole("button", { name: `${title}を編集` })).toBeFocused();

  await page.getByRole("button", { name: `${title}を編集` }).press("Enter");
  await expect(page.getByLabel("公開日時（日本時間）")).toHaveValue("2099-01-02T18:30");
  await page.getByLabel("公開状態").selectOption("公開する");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(row(page, title)).toContainText("公開中");
  await page.getByRole("link", { name: "会員の画面を見る" }).click();
  await expect(page).toHaveURL("/notices");
  await expect(main(page).locator("details").first()).toContainText(title);

  await page.goto(PATH);
  await page.getByRole("button", { name: `${title}を削除` }).click();
  await expect(page.getByRole("dialog")).toContainText("会員の画面からも消えます。");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "削除する" }).click();
  await expect(page.getByText(`お知らせ「${title}」を削除しました。`)).toBeVisible();
  await expect(row(page, title)).toHaveCount(0);
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("keeps the typed text after a failure", async ({ page }) => {
    await enterAs(page, "staff@example.com", PATH);
    const notice = { notice_category: "feature", notice_title: "共同", notice_content: "本文", state: "draft" };
    await page.getByRole("button", { name: "お知らせを作成" }).click();
    await page.getByLabel("タイトル").fill(notice.notice_title);
    await page.getByLabel("本文").fill(notice.notice_content);
    await page.getByRole("button", { name: "保存" }).click();
    await page.getByRole("button", { name: "共同を編集" }).click();
    const { results } = await asColleague<{ results: AdminNotice[] }>(page, "GET", CALL);
    const id = results.find(({ notice_title }) => notice_title === notice.notice_title)?.id;
    await page.getByLabel("タイトル").fill("もう一度");
    const restore = await answerInstead(page, `${CALL}${id}/`, 500);
    await page.getByRole("button", { name: "保存" }).click();
    await expect(main(page).getByRole("alert")).toHaveText("お知らせの更新に失敗しました。");
    await expect(page.getByLabel("タイトル")).toHaveValue("もう一度");
    await restore();
    await asColleague(page, "DELETE", `${CALL}${id}/`);
  });
});
