import type { Locator, Page } from "@playwright/test";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { answerInstead } from "./api-answers.ts";
import { chapterTitle, newestOf, nextSeek } from "./demo-videos.ts";
import { expect, expectAccessible, becomeTrial, test, LONG } from "./fixtures.ts";
import { PHONE } from "./widths.ts";

/** The position of the playing video in seconds. */
const timeOf = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);

const isPaused = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.paused);

/** Decoding the first frame takes long on a busy machine. */
const SLOW_START = { timeout: 25_000 };

async function expectPlaying(page: Page, from = 0): Promise<void> {
  await expect.poll(() => timeOf(page), SLOW_START).toBeGreaterThan(from + 0.3);
  expect(await isPaused(page)).toBe(false);
}

/** The server has stored the position. */
function savedPosition(page: Page) {
  return page.waitForResponse(
    (response) => response.url().endsWith("/progress/") && /"position"/.test(response.request().postData() ?? ""),
  );
}

/** The chapter's button and second, by index. */
function chapter(page: Page, video: VideoDetail, index: number) {
  const button = page.getByRole("button", { name: chapterTitle(video, index) });
  return { button, second: video.chapters[index]?.time_seconds ?? 0 };
}

test.describe("a video of this service", () => {
  let video: VideoDetail;

  test.beforeEach(async ({ page }) => {
    await becomeTrial(page);
    video = await newestOf(page, "file");
  });

  test("plays by itself, and a pressed chapter starts at its second and is marked", async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(video.title);
    await expectPlaying(page);

    const third = chapter(page, video, 2);
    const sought = await nextSeek(page);
    await third.button.click();
    expect(await sought()).toBeCloseTo(third.second);
    await expect(third.button).toHaveAttribute("aria-current", "true");
    await expect(page.locator("button[aria-current]")).toHaveCount(1);
    await expectPlaying(page, third.second);
  });

  test("resumes after a reload", async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    await expectPlaying(page);
    const third = chapter(page, video, 2);
    const saved = savedPosition(page);
    await third.button.click();
    await saved;
    await page.reload();
    await expect.poll(() => timeOf(page), SLOW_START).toBeGreaterThan(third.second - 1);
    expect(await timeOf(page)).toBeLessThan(third.second + 8);
  });

  test("resumes where a reload and a typed address left it", LONG, async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    await expectPlaying(page);
    for (const leave of [() => page.reload(), () => page.goto("/").then(() => page.goto(`/video/${video.id}`))]) {
      // Less than the time between two saved positions.
      const from = await timeOf(page);
      await expect.poll(() => timeOf(page), SLOW_START).toBeGreaterThan(from + 6);
      const left = await timeOf(page);
      await leave();
      await expect.poll(() => timeOf(page), SLOW_START).toBeGreaterThan(left - 1);
      expect(await timeOf(page)).toBeLessThan(left + 8);
    }
  });

  test("suggests another video at the end, and starts over on the next visit", async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    await expectPlaying(page);
    const saved = savedPosition(page);
    await page.locator("video").evaluate((element: HTMLVideoElement) => {
      element.currentTime = element.duration - 0.4;
    });
    await expect(page.getByText("次の動画")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "もう一度見る" }).click();
    await expect(page.getByText("次の動画")).toBeHidden();
    await expectPlaying(page);
    await saved;
    await page.reload();
    await expectPlaying(page);
    expect(await timeOf(page)).toBeLessThan(10);
  });

  test("starts at a link's second, and saves the position when the page is left", async ({ page }) => {
    await page.goto(`/video/${video.id}?t=20`);
    await expectPlaying(page, 20);
    expect(await timeOf(page)).toBeLessThan(25);
    const saved = savedPosition(page);
    await page.getByRole("link", { name: "新着動画" }).first().click();
    const { position } = (await saved).request().postDataJSON() as { position: number };
    expect(position).toBeGreaterThan(20);
    expect(position).toBeLessThan(30);
  });

  test("gives its link away, with the second that plays, and to the system's own dialog", async ({ page, baseURL }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    // The browser of these journeys has no such dialog.
    await page.addInitScript(() => {
      Object.assign(navigator, { share: async (shared: ShareData) => void Object.assign(window, { shared }) });
    });
    await page.goto(`/video/${video.id}?t=40`);
    await expect(page).toHaveTitle(`${video.title}｜学び舎`);
    await expectPlaying(page, 40);
    await page.locator("video").evaluate((element: HTMLVideoElement) => element.pause());
    const second = Math.floor(await timeOf(page));
    const dialog = page.getByRole("dialog", { name: "動画のリンクを共有" });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    for (const size of [{ width: 1280, height: 800 }, PHONE, { width: PHONE.height, height: PHONE.width }]) {
      await page.setViewportSize(size);
      await page.getByRole("button", { name: "共有", exact: true }).press("Enter");
      await dialog.getByRole("button", { name: /^この場面のリンクをコピー（\s*4\d秒\s*）$/ }).press("Enter");
      await expect(dialog.getByRole("status")).toHaveText(/^4\d秒からのリンクをコピーしました。$/);
      expect(await copied()).toBe(`${baseURL}/video/${video.id}?t=${second}`);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "リンクをコピー", exact: true }).click();
      await expect(dialog.getByRole("status")).toHaveText("リンクをコピーしました。");
      expect(await copied()).toBe(`${baseURL}/video/${video.id}`);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
    await page.getByRole("button", { name: "共有", exact: true }).click();
    await dialog.getByRole("button", { name: "ほかのアプリで共有" }).click();
    const shared = await page.evaluate(() => (window as { shared?: ShareData }).shared);
    expect(shared).toEqual({ title: video.title, url: `${baseURL}/video/${video.id}` });
    await page.context().clearPermissions();
  });

  test("counts one view per visit, however often it is paused", LONG, async ({ page }) => {
    const counted: number[] = [];
    page.on("response", async (response) => {
      if (!response.url().endsWith("/progress/") || /"position"/.test(response.request().postData() ?? "")) return;
      counted.push(((await response.json()) as { view_count: number }).view_count);
    });
    await page.goto(`/video/${video.id}`);
    await expectPlaying(page);
    for (const paused of [true, false]) {
      await page.keyboard.press("k");
      await expect.poll(() => isPaused(page)).toBe(paused);
    }
    const second = chapter(page, video, 1);
    await second.button.click();
    await expectPlaying(page, second.second);
    expect(counted).toHaveLength(1);
    expect(counted[0]).toBeGreaterThan(0);
    await expect(page.getByText(`${counted[0]?.toLocaleString("ja-JP")}回視聴`)).toBeVisible();
  });

  test("shows the count that the answer to a view gives, even a smaller one", LONG, async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    await expectPlaying(page);
    const shown = page.getByText(/^[\d,]+回視聴$/);
    expect(Number((await shown.innerText()).replaceAll(/\D/g, ""))).toBeGreaterThan(0);
    await answerInstead(page, `/api/videos/${video.id}/progress/`, 200, { view_count: 0 });
    await page.reload();
    await expectPlaying(page);
    await expect(shown).toHaveText("0回視聴");
  });

  test("stays a favourite and saved for later after a reload", async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    for (const name of ["お気に入り", "後で見る"]) {
      const toggle = page.getByRole("main").getByRole("button", { name });
      await expect(toggle).toHaveAttribute("aria-pressed", "false");
      const answered = page.waitForResponse((response) => response.request().method() === "POST" && response.ok());
      await toggle.click();
      await expect(toggle).toHaveAttribute("aria-pressed", "true");
      await answered;
    }
    await page.reload();
    for (const name of ["お気に入り", "後で見る"]) {
      await expect(page.getByRole("main").getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
    }
  });

  test("obeys the keyboard, but not while a member types", async ({ page }) => {
    await page.goto(`/video/${video.id}?t=20`);
    await expectPlaying(page, 20);
    await page.keyboard.press("k");
    await expect.poll(() => isPaused(page)).toBe(true);
    const start = await timeOf(page);
    for (const [key, seconds] of [
      ["l", 10],
      ["j", -10],
      ["ArrowRight", 5],
      ["ArrowLeft", -5],
    ] as const) {
      const before = await timeOf(page);
      await page.keyboard.press(key);
      await expect.poll(() => timeOf(page), key).toBeCloseTo(before + seconds, 0);
    }
    expect(await timeOf(page)).toBeCloseTo(start, 0);
    await page.keyboard.press("0");
    await expect.poll(() => timeOf(page)).toBe(0);

    const first = chapter(page, video, 0).button;
    await expect(first).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("h");
    await expect(first).toBeFocused();

    const search = page.getByRole("combobox", { name: "検索キーワード" });
    await search.fill("");
    await search.pressSequentially("k j 5");
    await expect(search).toHaveValue("k j 5");
    expect(await timeOf(page)).toBe(0);
    expect(await isPaused(page)).toBe(true);
  });

  test(
    "obeys Space and the arrows on the focused picture, and leaves them to the controls inside it",
    LONG,
    async ({ page }) => {
      await page.goto(`/video/${video.id}?t=20`);
      await expectPlaying(page, 20);
      await page.locator("video").focus();
      for (const paused of [true, false, true]) {
        await page.keyboard.press("Space");
        await expect.poll(() => isPaused(page)).toBe(paused);
      }
      const before = await timeOf(page);
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => timeOf(page)).toBeCloseTo(before + 5, 0);
      const muted = () => page.locator("video").evaluate((element: HTMLVideoElement) => element.muted);
      for (let tabs = 0; tabs < 8 && !(await muted()); tabs++) {
        await page.keyboard.press("Tab");
        await page.keyboard.press("Space");
      }
      // Only the control for the sound mutes, so Space reached it.
      expect(await muted()).toBe(true);
    },
  );

  test("remembers the speed", LONG, async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    await expectPlaying(page);
    await page.locator("video").evaluate((element: HTMLVideoElement) => {
      element.playbackRate = 1.5;
    });
    await expect.poll(() => page.evaluate(() => localStorage.getItem("manabiya:player"))).toContain("1.5");
    await page.reload();
    await expect
      .poll(() => page.locator("video").evaluate((element: HTMLVideoElement) => element.playbackRate))
      .toBe(1.5);
  });

  test("shows its description with safe links, its tags and its categories", async ({ page }) => {
    await page.goto(`/video/${video.id}`);
    const main = page.getByRole("main");
    for (const { name } of video.tags) {
      await expect(main.getByRole("link", { name: `#${name}` })).toHaveAttribute(
        "href",
        `/search?${new URLSearchParams({ q: name, type: "all" })}`,
      );
    }
    for (const { id, name } of video.categories) {
      await expect(main.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/category/${id}`);
    }
    // The video's own words come before the form of a note.
    const topOf = async (element: Locator) => (await element.first().boundingBox())?.y ?? Number.NaN;
    const added = await topOf(main.getByText("この場面のメモを書く"));
    expect(await topOf(main.getByRole("link", { name: `#${video.tags[0]?.name}` }))).toBeLessThan(added);
    const [url] = /https:\/\/[\w./-]+/.exec(video.description) ?? [];
    if (url) {
      const link = main.getByRole("link", { name: url });
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      await expect(link).toHaveAttribute("target", "_blank");
    }
    await expect(main.getByRole("region", { name: "関連動画" }).getByRole("article")).toHaveCount(8);

    const none = { description: "", detail: { description: "" } };
    await page.route(`/api/videos/${video.id}/`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...none } });
    });
    await page.reload();
    await expect(main.getByText("説明はありません")).toBeVisible();
  });
});
