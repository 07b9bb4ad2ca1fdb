import { newestOf } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

// The journey changes the settings of its server.
test.use({ freshContext: true, baseURL: async ({ settingsServer }, use) => use(settingsServer) });

test("a film has the member's number over it where the site says so, also in full screen", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/site");
  await page.getByLabel("動画に重ねる会員番号").selectOption("表示する");
  await page.getByRole("main").getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("サイトの設定を保存しました。")).toBeVisible();

  await signInAs(page, "member@example.com");
  const { id } = await newestOf(page, "file");
  await page.setViewportSize(PHONE);
  await page.goto(`/video/${id}`);
  const mark = page.locator(".film-mark");
  await expect(mark).toHaveText(/^会員番号\d+$/);
  await expectAccessible(page);
  await expectToFit(page);
  // It lets clicks through, and is inside of the picture wherever it jumps.
  for (const second of [0, 20, 40, 60, 80]) {
    const found = await mark.evaluate((element, at) => {
      const [animation] = element.getAnimations();
      if (animation) animation.currentTime = at * 1000;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const picture = document.querySelector("video")?.getBoundingClientRect();
      return { left, top, right, bottom, picture, clicked: document.elementFromPoint(left, top) === element };
    }, second);
    expect(found.clicked).toBe(false);
    expect(found.left).toBeGreaterThanOrEqual(found.picture?.left ?? Infinity);
    expect(found.top).toBeGreaterThanOrEqual(found.picture?.top ?? Infinity);
    expect(found.right).toBeLessThanOrEqual(found.picture?.right ?? 0);
    expect(found.bottom).toBeLessThanOrEqual(found.picture?.bottom ?? 0);
  }
  await page.keyboard.press("f");
  await expect.poll(() => mark.evaluate((element) => document.fullscreenElement?.contains(element))).toBe(true);
  await expect(mark).toBeInViewport();
});
