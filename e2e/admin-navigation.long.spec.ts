import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { enterAsStaff, expectSpecifiedSidebar, makeVideo, signInAsStaff } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const navigation = (page: Page) => page.getByRole("navigation", { name: "管理", exact: true });
const palette = (page: Page) => page.getByRole("dialog", { name: /^画面・動画(・会員)?を探す$/ });
const field = (page: Page) => palette(page).getByRole("combobox", { name: "移動先" });
const option = (page: Page, name: string) => palette(page).getByRole("option", { name });

const tabs = (page: Page, area: string) => page.getByRole("main").getByRole("navigation", { name: `${area}の画面` });

/** The entries of the navigation and the tabs of each, empty for an area of one screen. */
const STAFF = {
  今日: [],
  動画: ["動画管理", "概要文管理", "チャプター管理", "動画の一括登録", "CSVでまとめて編集", "ホーム管理"],
  分類: ["カテゴリー管理", "タグ管理", "同義語管理"],
  再生リスト: [],
  お知らせ: ["お知らせ管理", "自動メール", "質問"],
  レポート: ["動画レポート", "検索レポート"],
  設定: [],
};
const SUPERUSER = {
  今日: [],
  動画: STAFF.動画,
  分類: STAFF.分類,
  再生リスト: [],
  お知らせ: STAFF.お知らせ,
  会員: ["会員管理", "会員の移行"],
  売上: ["売上", "クーポン", "料金"],
  レポート: ["会員・売上レポート", ...STAFF.レポート],
  設定: [
    "サイトの設定",
    "会員登録の案内",
    "無料体験の案内",
    "規約と法定表記",
    "外部ツール連携",
    "スタッフ管理",
    "サイトの状態",
    "操作の記録",
  ],
};

for (const [email, areas] of [
  ["staff@example.com", STAFF],
  ["superuser@example.com", SUPERUSER],
] as const) {
  test(`has an entry for each area and a tab for each of its screens, for ${email}`, async ({ page }) => {
    await enterAs(page, email, "/admin/dashboard");
    await expect(navigation(page).getByRole("link")).toHaveText(Object.keys(areas));
    for (const [area, screens] of Object.entries(areas)) {
      const entry = navigation(page).getByRole("link", { name: area, exact: true });
      await entry.click();
      await expect(entry).toHaveAttribute("aria-current", "page");
      if (screens.length === 0) await expect(page.getByRole("main").getByRole("navigation")).toHaveCount(0);
      else await expect(tabs(page, area).getByRole("link")).toHaveText(screens);
      for (const name of screens) {
        const tab = tabs(page, area).getByRole("link", { name, exact: true });
        await tab.click();
        await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
        await expect(tab).toHaveAttribute("aria-current", "page");
        await expect(entry).toHaveAttribute("aria-current", /page|true/);
      }
    }
    await expectAccessible(page);
  });
}

test("stands above the members' navigation on the staff's screens, and leads back from a record", async ({ page }) => {
  await enterAsStaff(page, "/admin/tags");
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  const { id } = await makeVideo(page);
  await page.goto(`/admin/videos/${id}`);
  await expect(navigation(page).getByRole("link", { name: "動画" })).toHaveAttribute("aria-current", "true");
  await expect(tabs(page, "動画")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "動画管理" }).click();
  await expect(page).toHaveURL("/admin/videos");
  await page.getByRole("navigation", { name: "メイン" }).getByRole("link", { name: "ホーム" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("navigation", { name: "メイン" })).toBeVisible();
  await expect(navigation(page)).toHaveCount(0);
});

test("the specified sidebar is behind the menu of a phone, on the staff's screens too", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signInAsStaff(page);
  for (const path of ["/profile", "/admin/dashboard", "/admin/videos"]) {
    await page.goto(path);
    await page.getByRole("button", { name: "メニュー", exact: true }).click();
    await expectSpecifiedSidebar(page);
  }
});

test("opens the navigation over the page on phones, and the search from there", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enterAsStaff(page, "/admin/videos");
  await expect(navigation(page)).toBeHidden();
  await page.getByRole("button", { name: "メニュー", exact: true }).click();
  await expect(navigation(page)).toBeVisible();
  await expectAccessible(page);
  await navigation(page).getByRole("button", { name: "画面・動画を探す" }).click();
  await expect(field(page)).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await field(page).fill("タグ管");
  await option(page, "タグ管理").click();
  await expect(page).toHaveURL("/admin/tags");
  await expect(palette(page)).toHaveCount(0);
  await expect(navigation(page)).toBeHidden();
});

test("leads to any screen and video by keyboard alone, from every page", async ({ page }) => {
  await signInAsStaff(page);
  const { id, title } = await makeVideo(page);
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "メイン" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "新着動画" })).toBeVisible();
  // The keys work as soon as the profile has named the staff.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.type("お知らせ管");
  // The sidebar is another element on either side of its breakpoint.
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expect(field(page)).toHaveValue("お知らせ管");
  }
  await expect(palette(page).getByRole("option")).toHaveText(["お知らせ管理"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "お知らせ管理" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(title);
  await expect(option(page, title)).toBeVisible();
  await expect(option(page, title)).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute(
    "aria-activedescendant",
    (await option(page, title).getAttribute("id")) ?? "",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/videos/${id}`);
  await expect(navigation(page).getByRole("link", { name: "動画" })).toHaveAttribute("aria-current", "true");

  await page.keyboard.press("Meta+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(palette(page).getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(palette(page).getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("どこにもない言葉");
  await expect(palette(page)).toContainText("該当するものはありません");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/admin/videos/${id}`);
});

test("finds members for superusers, and does not ask for them for other staff", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/admin/members/")) asked.push(request.url());
  });
  await enterAsStaff(page, "/admin/dashboard");
  await navigation(page).getByRole("button", { name: "画面・動画を探す" }).click();
  await field(page).fill("yearly@example.com");
  await expect(palette(page)).toContainText("該当するものはありません");
  expect(asked).toEqual([]);

  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await page.setViewportSize(DESKTOP);
  await navigation(page).getByRole("button", { name: "動画・会員を探す" }).click();
  await field(page).fill("yearly@example.com");
  const found = option(page, "yearly@example.com");
  await expect(found).toBeVisible();
  await expectAccessible(page);
  await found.click();
  await expect(page).toHaveURL(/^.*\/admin\/members\/\d+$/);
  await expect(page.getByText("yearly@example.com").first()).toBeVisible();
});

test("does nothing for members, who have no such screens", async ({ page }) => {
  await enterAs(page, "member@example.com", "/");
  await expect(page.getByRole("heading", { name: "新着動画" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toHaveCount(0);
});

test.describe("while the search fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("says so, and still leads to the screens", async ({ page }) => {
    await enterAsStaff(page, "/admin/dashboard");
    await answerInstead(page, "/api/admin/videos/", 500);
    await navigation(page).getByRole("button", { name: "画面・動画を探す" }).click();
    await field(page).fill("タグ");
    await expect(palette(page)).toContainText("動画を検索できませんでした。");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/admin/tags");
  });
});
