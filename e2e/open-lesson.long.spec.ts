import type { Page } from "@playwright/test";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { REFUSED } from "./api-answers.ts";
import { nextSeek } from "./demo-videos.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { callAs, enterAsStaff } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

/** A closed lesson is not found. */
test.use({ freshContext: true, expectedErrors: [REFUSED] });

const lessons = (page: Page) => page.getByRole("region", { name: "無料でまるごと見られる動画" });
const lesson = (page: Page, { title }: AdminVideo) => lessons(page).getByRole("link", { name: title });
const opening = (page: Page) => page.getByRole("main").getByRole("region", { name: "無料公開", exact: true });
const box = (page: Page) => opening(page).getByRole("checkbox", { name: "だれでも見られるようにする" });

/** Waits for the server's answer: an earlier message may still be visible. */
async function setOpening(page: Page, isOpen: boolean): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().endsWith("/opening/"));
  // The box follows the request, a moment after the click.
  await box(page).click();
  expect((await saved).status()).toBe(200);
  await expect(box(page)).toBeChecked({ checked: isOpen });
}

const leave = (page: Page) => page.evaluate(() => localStorage.clear());

test("staff open a video, and a visitor watches it from the landing page until it is closed", async ({ page }) => {
  await enterAsStaff(page, "/admin/videos");
  const videos = await callAs<AdminVideo[]>(page, "GET", "/api/admin/videos/list/");
  const video = videos.find(({ host, chapter_count }) => host === "file" && chapter_count > 1);
  if (!video) throw new Error("No stored video with chapters in the demo");
  await page.goto("/landing");
  await expect(lesson(page, video)).toHaveCount(0);

  await test.step("staff open it in the editor, and find it in the list", async () => {
    await page.goto(`/admin/videos/${video.id}`);
    await setOpening(page, true);
    await expect(opening(page).getByRole("link", { name: "無料公開のページを開く" })).toBeVisible();
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page);
    }
    await page.goto("/admin/videos?show=open");
    await expect(page.getByRole("row").filter({ hasText: video.title })).toContainText("無料公開");
    await leave(page);
  });

  await test.step("a visitor finds it on the landing page, on a phone", async () => {
    await page.setViewportSize(PHONE);
    await page.goto("/landing");
    await lessons(page).scrollIntoViewIfNeeded();
    const picture = lessons(page).locator("img").first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    expect(await page.locator("script").count()).toBe(0);
    await lesson(page, video).click();
    await expect(page).toHaveURL(`/open/${video.id}`);
    await expect(page.getByRole("heading", { level: 1, name: video.title })).toBeVisible();
  });

  await test.step("watches, goes on by a chapter, and is invited to the free week", async () => {
    const second = () => page.locator("video").evaluate((element: HTMLVideoElement) => element.currentTime);
    await expect.poll(second, { timeout: 25_000 }).toBeGreaterThan(0);
    const sought = await nextSeek(page);
    const chapter = page.getByRole("region", { name: "チャプター" }).getByRole("button").nth(1);
    await chapter.click();
    expect(await sought()).toBeGreaterThan(1);
    await expect(chapter).toHaveAttribute("aria-current", "true");
    const controls = page.getByRole("group", { name: "動画の操作" });
    await page.keyboard.press("k");
    await expect(controls.getByRole("button", { name: "再生", exact: true })).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("e");
    await expect(chapter, "visitors have no notes to go to").not.toBeFocused();
    await page.keyboard.press("h");
    await expect(chapter).toBeFocused();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "キー操作" });
    await expect(keys.getByText("チャプターを選ぶ")).toBeVisible();
    await expect(keys.getByText("メモを書く"), "members have notes").toHaveCount(0);
    await keys.getByRole("button", { name: "閉じる" }).click();
    await expect(keys).toBeHidden();
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    await page.getByRole("button", { name: "共有", exact: true }).click();
    await expect(page.getByRole("button", { name: /^この場面のリンクをコピー（\s*[\d時間分秒]+\s*）$/ })).toBeVisible();
    const share = page.getByRole("dialog", { name: "動画のリンクを共有" });
    await share.getByRole("button", { name: "閉じる" }).click();
    await expect(share).toBeHidden();
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data ?? "")).toMatchObject({ "@type": "VideoObject", name: video.title });
    const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
    expect((await page.request.get(picture ?? "")).headers()["content-type"]).toBe("image/webp");
    await page.getByRole("main").getByRole("link", { name: "1週間、無料で試す" }).click();
    await expect(page).toHaveURL("/trial");
  });

  await test.step("the address of the members' page leads visitors and members without access to it", async () => {
    await page.goto(`/video/${video.id}?t=3`);
    await expect(page).toHaveURL(`/open/${video.id}`);
    await enterAs(page, "inactive@example.com", `/video/${video.id}`);
    await expect(page).toHaveURL(`/open/${video.id}`);
    await expect(page.getByRole("main").getByRole("link", { name: "プランを選ぶ" })).toBeVisible();
    await enterAs(page, "member@example.com", `/open/${video.id}`);
    await expect(page).toHaveURL(`/video/${video.id}`);
    await leave(page);
  });

  await test.step("once it is closed, its address is unknown", async () => {
    await page.goto("/login");
    await enterAsStaff(page, `/admin/videos/${video.id}`);
    await setOpening(page, false);
    await leave(page);
    await page.goto(`/open/${video.id}`);
    await page.waitForURL("/landing");
    await expect(lesson(page, video)).toHaveCount(0);
    await page.goto(`/video/${video.id}`);
    await expect(page).toHaveURL(`/login?next=%2Fvideo%2F${video.id}`);
  });
});
