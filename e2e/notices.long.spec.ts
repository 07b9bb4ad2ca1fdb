import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, signUpForTrial, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

const all = (page: Page) => page.locator("main details");
const opened = (page: Page) => page.locator("main details[open]");
const readAll = (page: Page) => page.getByRole("button", { name: "すべて既読にする" });
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "お知らせ" });

test.describe("Notices", () => {
  test("open one at a time and become read, and the bell counts the others", async ({ page }) => {
    await enterAs(page, "canceled@example.com", "/");
    await page.getByRole("link", { name: "お知らせ（未読5件）" }).click();
    await expect(page).toHaveURL("/notices");
    await expect(heading(page)).toBeVisible();
    await expect(all(page)).toHaveCount(10);
    await expect(opened(page)).toHaveCount(0);

    const first = all(page).nth(0);
    const second = all(page).nth(1);
    await expect(first.getByRole("time")).toHaveText(/^\d{4}\.\d{2}\.\d{2}$/);
    await expect(first.getByText("新機能")).toBeVisible();
    await expect(first.getByText("未読")).toBeVisible();
    const read = page.waitForResponse((response) => response.url().endsWith("/read/"));
    await first.locator("summary").click();
    await expect(first.getByText("見つかった時刻を押すと")).toBeVisible();
    await expect(first.getByText("未読")).toBeHidden();
    await read;

    await page.setViewportSize(PHONE);
    const readToo = page.waitForResponse((response) => response.url().endsWith("/read/"));
    await second.locator("summary").click();
    await expect(second).toHaveAttribute("open");
    await expect(opened(page)).toHaveCount(1);
    await readToo;
    await expect(second.getByRole("link", { name: "https://example.jp/requests" })).toHaveAttribute(
      "href",
      "https://example.jp/requests",
    );
    await expectAccessible(page);
    await expectToFit(page);
    await second.locator("summary").click();
    await expect(opened(page)).toHaveCount(0);

    await page.reload();
    await expect(first.getByText("新機能")).toBeVisible();
    await expect(page.getByText("未読")).toHaveCount(3);
    await page.goto("/");
    await page.getByRole("link", { name: "お知らせ（未読3件）" }).click();
    await expect(page).toHaveURL("/notices");
  });

  test("from before a newcomer joined are read, and the bell is silent", async ({ page }) => {
    await signUpForTrial(page);
    await expect(page.getByRole("link", { name: "お知らせ", exact: true })).toBeVisible();
    await page.goto("/notices");
    await expect(all(page)).toHaveCount(10);
    await expect(page.getByText("未読")).toHaveCount(0);
    await expect(readAll(page)).toHaveCount(0);
  });

  test("are all read at the press of a button, on every page", async ({ page }) => {
    await enterAs(page, "expired@example.com", "/notices");
    await expect(page.getByText("未読")).toHaveCount(3);
    await expectAccessible(page);
    await expectToFit(page);
    await page.setViewportSize(PHONE);
    await readAll(page).focus();
    const stored = page.waitForResponse((response) => response.request().method() === "POST");
    await page.keyboard.press("Enter");
    await expect(page.getByText("未読")).toHaveCount(0);
    await expect(readAll(page)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "お知らせの一覧" })).toBeFocused();
    await stored;
    await page.goto("/");
    await expect(page.getByRole("link", { name: "お知らせ", exact: true })).toBeVisible();
  });

  test("show ten per page, with the page in the address", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/notices");
    const pager = page.getByRole("navigation", { name: "ページ" });
    await expect(pager.getByRole("link", { name: "前へ" })).toBeHidden();
    const range = page.getByRole("main").getByRole("status");
    await expect(range).toHaveText("14件中 1-10件を表示");
    await pager.getByRole("link", { name: "次へ" }).click();
    await expect(page).toHaveURL("/notices?page=2");
    await expect(all(page)).toHaveCount(4);
    await expect(range).toHaveText("14件中 11-14件を表示");
    await expect(page.getByRole("region", { name: "お知らせの一覧" })).toBeFocused();
    await expect(pager.getByRole("link", { name: "2ページ目" })).toHaveAttribute("aria-current", "page");
    await expect(pager.getByRole("link", { name: "次へ" })).toBeHidden();
    await expectAccessible(page);
    await expectToFit(page);
    await page.setViewportSize(PHONE);
    await pager.getByRole("link", { name: "前へ" }).click();
    await expect(all(page)).toHaveCount(10);
    await page.goBack();
    await expect(page).toHaveURL("/notices?page=2");
    await expect(all(page)).toHaveCount(4);
    await page.goto("/notices?page=99");
    await expect(page).toHaveURL("/notices?page=2");
    await page.goto("/notices?page=abc");
    await expect(all(page)).toHaveCount(10);
  });
});

test("Notices open and close by keyboard, with the title visible", async ({ page }) => {
  await enterAs(page, "yearly@example.com", "/notices");
  await expect(all(page)).toHaveCount(10);
  const first = all(page).nth(0).locator("summary");
  await page.getByRole("main").focus();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(opened(page)).toHaveCount(1);
  const link = page.getByRole("link", { name: "https://example.com/help/search" });
  await expect(link).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(all(page).nth(1).locator("summary")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(all(page).nth(1)).toHaveAttribute("open");
  await expect(opened(page)).toHaveCount(1);
  await expect(all(page).nth(1).locator("summary")).toBeInViewport({ ratio: 1 });
});

test("A single page of notices has no pager, and many pages have a window of links", async ({ page }) => {
  await enterAs(page, "yearly@example.com", "/notices");
  await expect(all(page)).toHaveCount(10);
  const body = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
    return (await (await fetch("/api/notices/", { headers })).json()) as { results: object[] };
  });
  const pager = page.getByRole("navigation", { name: "ページ" });
  const restore = await answerInstead(page, "/api/notices/", 200, { ...body, count: 10, next: null });
  await page.reload();
  await expect(all(page)).toHaveCount(10);
  await expect(pager).toBeHidden();
  await restore();
  await answerInstead(page, "/api/notices/", 200, { ...body, count: 101 });
  await page.goto("/notices?page=6");
  await expect(pager.getByRole("listitem")).toHaveText(["1", "…", "4", "5", "6", "7", "8", "…", "11"]);
});

test("An empty list of notices says so", async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  const none = { results: [], count: 0, next: null, previous: null };
  await answerInstead(page, "/api/notices/", 200, none);
  await page.goto("/notices");
  await expect(page.getByText("お知らせはありません。")).toBeVisible();
  await expectAccessible(page);
});

test.describe("Notices in trouble", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("stay unread if the button's call fails, with a message", async ({ page }) => {
    await enterAs(page, "member@example.com", "/notices");
    await answerInstead(page, "/api/notices/read/", 500);
    await readAll(page).click();
    await expect(page.getByRole("alert")).toHaveText("既読にできませんでした。もう一度お試しください。");
    await expect(page.getByText("未読").first()).toBeVisible();
    await expectToFit(page);
  });

  test("stay unread if the call fails, without a message", async ({ page }) => {
    await signInAs(page, "trial@example.com");
    await page.route(/\/api\/notices\/\d+\/read\/$/, (route) => route.abort());
    await page.goto("/notices");
    const unread = all(page).filter({ hasText: "未読" });
    await expect(unread.first()).toBeVisible();
    const before = await unread.count();
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/read/"));
    await unread.first().locator("summary").click();
    await failed;
    await expect(opened(page)).toHaveCount(1);
    await expect(unread).toHaveCount(before);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
