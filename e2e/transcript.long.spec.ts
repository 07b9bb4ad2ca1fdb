import type { AdminCaptions, CaptionsBody } from "@manabiya/contract/catalogue/captions.ts";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import type { Page } from "@playwright/test";
import { newestOf, nextSeek } from "./demo-videos.ts";
import { becomeTrial, expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { standInForYouTube } from "./stand-ins/youtube.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

test.use({ freshContext: true, hasTouch: true });

const SIDEWAYS = { width: 740, height: 360 };

const panel = (page: Page) => page.getByRole("region", { name: "文字起こし" });
const list = (page: Page) => page.getByRole("list", { name: "文字起こしの一覧" });
/** By number, which also works among thousands of lines. */
const line = (page: Page, number: number) => list(page).locator(`li:nth-child(${number})`);
const resume = (page: Page) => panel(page).getByRole("button", { name: "現在位置に戻る" });
const field = (page: Page) => panel(page).getByRole("searchbox", { name: "文字起こしを検索" });
const captionsOf = ({ id }: Pick<VideoDetail, "id">) => `/api/admin/videos/${id}/captions/`;

/** A line every `step` milliseconds; every hundredth names a tool. */
const linesOf = (seconds: number, step: number): CaptionsBody["lines"] =>
  Array.from({ length: Math.floor((seconds * 1000) / step) }, (_, index) => ({
    starts_ms: index * step,
    ends_ms: (index + 1) * step,
    text: `${index + 1}番の言葉です。${index % 100 === 40 ? "ＣｈａｔＧＰＴに頼みましょう。" : "少しずつ進めます。"}`,
  }));

/** @returns a function that stores the former captions again, which other journeys may read */
async function setCaptions(page: Page, video: VideoDetail, body: Omit<CaptionsBody, "revision">) {
  const path = captionsOf(video);
  const former = await asColleague<AdminCaptions>(page, "GET", path);
  const { revision } = await asColleague<AdminCaptions>(page, "PUT", path, { ...body, revision: former.revision });
  const { lines, published } = former;
  return () => asColleague<AdminCaptions>(page, "PUT", path, { lines, published, revision });
}

/** The number of the current line, and whether it is seen inside the list; looked at in one moment. */
const following = (page: Page) =>
  list(page).evaluate((outer) => {
    const inner = outer.querySelector("[aria-current]")?.closest("li");
    if (!inner) return { number: 0, isSeen: false };
    const [window, box] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()];
    const isSeen = box.top >= window.top - 1 && box.bottom <= window.bottom + 1;
    return { number: [...outer.children].indexOf(inner) + 1, isSeen };
  });
/** Waits until the current line is seen. @returns its number */
async function followed(page: Page): Promise<number> {
  await expect.poll(async () => (await following(page)).isSeen).toBe(true);
  return (await following(page)).number;
}
const scrollOf = (page: Page) => page.evaluate(() => window.scrollY);
/** The captions on the picture; null: they are hidden, or there are none. */
const captions = (page: Page) =>
  page.locator("video").evaluate(({ textTracks }: HTMLVideoElement) => {
    const [track] = textTracks;
    if (track?.mode !== "showing") return null;
    const [cue] = track.activeCues ?? [];
    return { tracks: textTracks.length, cues: track.cues?.length, text: (cue as VTTCue | undefined)?.text };
  });
const second = (page: Page) => page.locator("video").evaluate(({ currentTime }: HTMLVideoElement) => currentTime);

test("a transcript beside a file video follows along, is searched and played from by keys alone, and feeds the captions", async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await becomeTrial(page);
  const video = await newestOf(page, "file");
  const lines = linesOf(video.duration ?? 60, 250);
  const restore = await setCaptions(page, video, { lines, published: true });
  await page.goto(`/video/${video.id}?t=20`);
  await expect.poll(() => second(page)).toBeGreaterThan(20);

  await test.step("one click shows it beside the picture, at the scene of the link", async () => {
    const choice = page.getByRole("group", { name: "表示する内容" });
    await expect(page.getByRole("region", { name: "チャプター" })).toBeVisible();
    await choice.getByRole("button", { name: "文字起こし" }).click();
    await expect(page.getByRole("region", { name: "チャプター" })).toBeHidden();
    await expect(list(page).locator("li")).toHaveCount(lines.length);
    expect(await followed(page)).toBeGreaterThan(80);
    const [picture, box] = [await page.locator("video").boundingBox(), await panel(page).boundingBox()];
    expect(box?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0));
    await expectAccessibleInBothSchemes(page);
  });

  await test.step("the captions have the same words, once", async () => {
    await page.keyboard.press("c");
    await expect.poll(async () => (await captions(page))?.text).toBeTruthy();
    const shown = await captions(page);
    expect(shown).toMatchObject({ tracks: 1, cues: lines.length });
    expect(lines.map(({ text }) => text)).toContain(shown?.text);
  });

  await test.step("a member who scrolls away stays there, and returns by a button", async () => {
    await list(page).hover();
    await page.mouse.wheel(0, -20_000);
    await expect(resume(page)).toBeVisible();
    const top = () => list(page).evaluate(({ scrollTop }) => scrollTop);
    await expect.poll(top).toBe(0);
    const before = await second(page);
    await expect.poll(() => second(page)).toBeGreaterThan(before + 1);
    expect(await top()).toBe(0);
    await resume(page).click();
    await followed(page);
    expect(await scrollOf(page)).toBe(0);
  });

  await test.step("a search finds the tool whatever its width and case, and Enter plays from it", async () => {
    await field(page).focus();
    await page.keyboard.type("chatgpt");
    const count = Math.floor((lines.length - 41) / 100) + 1;
    await expect(panel(page).getByRole("status")).toHaveText(`${count}件中1件目`);
    await expect(line(page, 41).locator("mark")).toHaveText("ＣｈａｔＧＰＴ");
    await page.keyboard.press("Enter");
    await expect(panel(page).getByRole("status")).toHaveText(`${count}件中2件目`);
    await expect(line(page, 141)).toBeInViewport();
    await expectAccessible(page);
    for (let press = 0; press < 3; press++) await page.keyboard.press("Tab");
    await expect(line(page, 141).getByRole("button")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(line(page, 142).getByRole("button")).toBeFocused();
    const sought = await nextSeek(page);
    await page.keyboard.press("Enter");
    expect(await sought()).toBeCloseTo(35.25, 1);
    await expect(resume(page)).toBeHidden();
  });

  await test.step("selected lines are copied as sentences, without times", async () => {
    const copied = await list(page).evaluate((element) => {
      const [first, , third] = [...element.children].slice(140);
      window.getSelection()?.setBaseAndExtent(first ?? element, 0, third ?? element, 2);
      return window.getSelection()?.toString();
    });
    expect(copied?.split(/\n+/).filter(Boolean)).toEqual(lines.slice(140, 143).map(({ text }) => text));
  });

  await test.step("both choices are remembered, and withdrawn captions leave nothing", async () => {
    await page.reload();
    await expect(list(page)).toBeVisible();
    await expect.poll(async () => (await captions(page))?.cues).toBe(lines.length);
    await restore();
    const hidden = await setCaptions(page, video, { lines, published: false });
    await page.reload();
    await expect(page.getByRole("region", { name: "チャプター" })).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
    expect(await page.locator("video").evaluate(({ textTracks }: HTMLVideoElement) => textTracks.length)).toBe(0);
    const controls = page.getByRole("group", { name: "動画の操作" });
    await expect(controls.getByRole("button", { name: "10秒戻る" })).toBeVisible();
    await expect(controls.getByRole("button", { name: "字幕" })).toHaveCount(0);
    await hidden();
  });
});

test("on phones the transcript of an embedded video takes the chapters' panel, follows its host, and plays by a touch", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await standInForYouTube(page, { does: "play", seconds: 888, speed: 1 });
  await becomeTrial(page);
  const video = await newestOf(page, "youtube");
  const restore = await setCaptions(page, video, { lines: linesOf(888, 2_960), published: true });
  await page.goto(`/video/${video.id}?t=300`);
  const choice = page.getByRole("group", { name: "表示する内容" }).getByRole("button");
  const fold = choice.getByText("文字起こし");
  await expect(choice.first()).toHaveAttribute("aria-pressed", "true");
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect((await fold.boundingBox())?.y).toBeGreaterThan(title?.y ?? 0);

  await fold.tap();
  await expect(list(page).locator("li")).toHaveCount(300);
  await expect(page.getByRole("region", { name: "チャプター" })).toHaveCount(0);
  const before = await scrollOf(page);
  const began = await followed(page);
  expect(began).toBeGreaterThan(101);
  await expect.poll(() => followed(page)).toBeGreaterThan(began);
  expect(await scrollOf(page)).toBe(before);
  await expectAccessibleInBothSchemes(page);

  await field(page).fill("chatgpt");
  await panel(page).getByRole("button", { name: "前の一致" }).tap();
  await expect(panel(page).getByRole("status")).toHaveText("3件中3件目");
  await expect(line(page, 241)).toBeInViewport();
  const time = line(page, 241).getByRole("button");
  await expect(time).toHaveAccessibleName("11分50秒");
  // A break would need two lines of at least 24 pixels.
  expect((await time.boundingBox())?.height).toBeLessThan(48);
  await line(page, 241).tap();
  await expect.poll(() => followed(page)).toBeGreaterThan(241);
  const heard = await page
    .frameLocator("main iframe")
    .locator("body")
    .evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(heard).toContain("seekTo");

  await expectToFit(page);

  await page.setViewportSize(SIDEWAYS);
  await fold.scrollIntoViewIfNeeded();
  await followed(page);
  await expectAccessible(page);
  await choice.first().tap();
  await expect(list(page)).toHaveCount(0);
  await restore();
});

test("visitors read the transcript of an open lesson", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await becomeTrial(page);
  const video = await newestOf(page, "file");
  const restore = await setCaptions(page, video, { lines: linesOf(60, 2_000), published: true });
  const opening = `/api/admin/videos/${video.id}/opening/`;
  await asColleague(page, "PUT", opening, { is_open: true });
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/open/${video.id}?t=10`);
  await page.getByRole("button", { name: "文字起こし" }).click();
  await expect.poll(() => followed(page)).toBeGreaterThan(5);
  await expectAccessible(page);
  await asColleague(page, "PUT", opening, { is_open: false });
  await restore();
});
