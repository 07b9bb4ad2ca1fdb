import type { Locator, Page } from "@playwright/test";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { chapterTitle, newestOf } from "./demo-videos.ts";
import { becomeTrial, expect, expectAccessible, expectAccessibleInBothSchemes, test, LONG } from "./fixtures.ts";
import { expectToFit } from "./widths.ts";

test.use({ freshContext: true, hasTouch: true });

const media = (page: Page) => page.locator("video");
const read = <K extends keyof HTMLVideoElement>(page: Page, name: K): Promise<HTMLVideoElement[K]> =>
  media(page).evaluate((video, key) => (video as HTMLVideoElement)[key as K], name);
const controls = (page: Page) => page.getByRole("group", { name: "動画の操作" });
const control = (page: Page, name: string) => controls(page).getByRole("button", { name, exact: true });
const line = (page: Page) => controls(page).getByRole("slider", { name: "再生位置" });
const volume = (page: Page) => controls(page).getByRole("slider", { name: "音量" });
const rate = (page: Page) => controls(page).getByRole("combobox", { name: "再生速度" });
const sign = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("manabiya:player") ?? "null"));

const captionsMode = (page: Page) => media(page).evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode);

/** In pixels. Only the developer tools see into the browser's own captions. @returns 0: none is drawn */
async function captionSize(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { nodes } = await devtools.send("DOM.getFlattenedDocument", { depth: -1, pierce: true });
  const cue = nodes.find(({ attributes }) => attributes?.includes("cue"));
  const { computedStyle } = cue
    ? await devtools.send("CSS.getComputedStyleForNode", { nodeId: cue.nodeId })
    : { computedStyle: [] };
  await devtools.detach();
  return Number.parseFloat(computedStyle.find(({ name }) => name === "font-size")?.value ?? "0");
}

async function open(page: Page, query = ""): Promise<VideoDetail> {
  await becomeTrial(page);
  const video = await newestOf(page, "file");
  await page.goto(`/video/${video.id}${query}`);
  await expect(line(page)).toBeEnabled();
  await expect.poll(() => read(page, "paused"), { timeout: 25_000 }).toBe(false);
  return video;
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("not on the page");
  return box;
}

/** Pauses, so that positions can be compared. */
async function pause(page: Page): Promise<void> {
  await page.keyboard.press("k");
  await expect.poll(() => read(page, "paused")).toBe(true);
}

test("The controls obey the mouse, name the chapter under the pointer, and remember what was set", async ({ page }) => {
  const video = await open(page);
  await expect(media(page)).not.toHaveAttribute("controls");
  await page.mouse.move(400, 300);

  await control(page, "一時停止").click();
  await expect(control(page, "再生")).toBeVisible();
  await expect.poll(() => read(page, "paused")).toBe(true);
  const start = await read(page, "currentTime");
  await control(page, "10秒進む").click();
  await expect.poll(() => read(page, "currentTime")).toBeCloseTo(start + 10, 1);
  await expect(sign(page, "10秒進む")).toBeVisible();
  await control(page, "10秒戻る").click();
  await expect.poll(() => read(page, "currentTime")).toBeCloseTo(start, 1);

  // The time line: a mark per later chapter, the chapter and the time under the pointer, and a press.
  const bar = await boxOf(line(page));
  await expect(page.locator(".seek-mark")).toHaveCount(video.chapters.filter((each) => each.time_seconds > 0).length);
  const duration = await read(page, "duration");
  const third = video.chapters[2]?.time_seconds ?? 0;
  const spot = [bar.x + (bar.width * (third + 1)) / duration, bar.y + bar.height / 2] as const;
  await page.mouse.move(...spot);
  const preview = page.locator(".seek-preview");
  await expect(preview).toContainText(chapterTitle(video, 2));
  await expect(preview).toContainText(/0:3[01]/);
  await page.mouse.click(...spot);
  await expect.poll(() => read(page, "currentTime")).toBeCloseTo(third + 1, 0);
  await expect(line(page)).toHaveAttribute(
    "aria-valuetext",
    new RegExp(`秒（全体1分28秒）、${chapterTitle(video, 2)}$`),
  );

  await rate(page).selectOption("1.5倍");
  await control(page, "ミュート").click();
  await expect(control(page, "ミュート解除")).toBeVisible();
  await control(page, "字幕").click();
  await expect(control(page, "字幕")).toHaveAttribute("aria-pressed", "true");
  expect(await captionsMode(page)).toBe("showing");
  await expect(sign(page, "字幕オン")).toBeVisible();

  // Theatre mode is wider and still fits the window, with its controls.
  const before = await boxOf(media(page));
  await control(page, "シアターモード").click();
  await expect.poll(async () => (await boxOf(media(page))).width).toBeGreaterThan(before.width + 200);
  for (const [width, height] of [
    [1280, 600],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const picture = await boxOf(media(page));
    expect(picture.y + picture.height).toBeLessThanOrEqual(height);
    expect(picture.x + picture.width).toBeLessThanOrEqual(width);
    const chapters = await boxOf(page.getByRole("region", { name: "チャプター" }));
    expect(chapters.y).toBeGreaterThanOrEqual(picture.y + picture.height);
    expect(chapters.height).toBeGreaterThan(300);
    await expectToFit(page);
  }
  await expectAccessibleInBothSchemes(page);

  await control(page, "全画面表示").click();
  await expect(control(page, "全画面表示を終了")).toBeVisible();
  await expect.poll(async () => (await boxOf(media(page))).height).toBe(900);
  await expectAccessible(page);
  await control(page, "全画面表示を終了").click();
  await expect(control(page, "全画面表示")).toBeVisible();

  // A press on the picture plays, and a moment later the controls are gone with the pointer.
  await page.mouse.click(700, 300);
  await expect.poll(() => read(page, "paused")).toBe(false);
  await expect(page.locator("[data-awake]")).toHaveCount(0);

  expect(await stored(page)).toEqual({
    rate: 1.5,
    volume: 1,
    muted: true,
    captions: true,
    theatre: true,
    quality: "auto",
  });
  await page.reload();
  await expect(line(page)).toBeEnabled();
  await expect(rate(page)).toHaveValue("1.5");
  await expect(control(page, "ミュート解除")).toBeAttached();
  await expect(control(page, "シアターモード")).toHaveAttribute("aria-pressed", "true");
  await expect(control(page, "字幕")).toHaveAttribute("aria-pressed", "true");
  expect(await captionsMode(page)).toBe("showing");
});

test("The keyboard alone reaches every control, and the keys of YouTube work except while typing", async ({ page }) => {
  await open(page, "?t=20");
  await pause(page);

  // The order of the focus is the order on the screen, and the focused control is to be seen.
  await media(page).focus();
  for (const name of ["再生位置", "10秒戻る", "再生", "10秒進む", "ミュート", "音量", "再生速度", "字幕"]) {
    if (name === "音量" && (await volume(page).isHidden())) continue;
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    await expect(focused).toHaveAccessibleName(name);
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
  }

  await line(page).focus();
  const start = await read(page, "currentTime");
  for (const [key, seconds] of [
    ["ArrowRight", 5],
    ["l", 15],
    ["j", 5],
    ["ArrowLeft", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => read(page, "currentTime"), key).toBeCloseTo(start + seconds, 1);
  }
  await page.keyboard.press("5");
  await expect.poll(() => read(page, "currentTime")).toBeCloseTo((await read(page, "duration")) / 2, 1);

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(sign(page, "音量 90%")).toBeVisible();
  expect(await read(page, "volume")).toBe(0.9);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => read(page, "volume")).toBe(0.95);
  await page.keyboard.press("m");
  await expect.poll(() => read(page, "muted")).toBe(true);
  await expect(sign(page, "ミュート")).toBeVisible();
  await page.keyboard.press(">");
  await page.keyboard.press(">");
  await expect(sign(page, "1.5倍速")).toBeVisible();
  await page.keyboard.press("<");
  await expect.poll(() => read(page, "playbackRate")).toBe(1.25);
  await page.keyboard.press("c");
  await expect.poll(() => captionsMode(page)).toBe("showing");
  await page.keyboard.press("c");
  await expect.poll(() => captionsMode(page)).toBe("disabled");
  await page.keyboard.press("t");
  await expect(control(page, "シアターモード")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("t");
  await page.keyboard.press("f");
  await expect(control(page, "全画面表示を終了")).toBeVisible();
  await page.keyboard.press("f");
  await expect(control(page, "全画面表示")).toBeVisible();

  // The list of the keys.
  await line(page).focus();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "キー操作" });
  await expect(list).toBeFocused();
  for (const text of ["次・前のレッスン", "メモを書く", "シアターモード", "この一覧を開く"]) {
    await expect(list.getByText(text)).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(line(page)).toBeFocused();

  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "検索キーワード" })).toBeFocused();
  await line(page).focus();

  // Typed text, text that an input method composes, and the browser's own shortcuts mean nothing to the player.
  const paused = () => read(page, "paused");
  await page.keyboard.press("e");
  const note = page.getByRole("textbox", { name: /^メモ/ });
  await expect(note).toBeFocused();
  await page.keyboard.type("k m f t c j l 5 < > ?");
  await expect(note).toHaveValue("k m f t c j l 5 < > ?");
  await media(page).focus();
  for (const options of [{ isComposing: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    await media(page).dispatchEvent("keydown", { key: "k", bubbles: true, cancelable: true, ...options });
  }
  expect(await paused()).toBe(true);
  expect([await read(page, "muted"), await read(page, "playbackRate")]).toEqual([true, 1.25]);
  await expect(list).toBeHidden();
  await note.fill("");
});

for (const [name, size] of [
  ["upright", { width: 360, height: 740 }],
  ["sideways", { width: 844, height: 390 }],
] as const) {
  test(`On a phone held ${name} a tap shows the controls, and a double tap skips ten seconds`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, "?t=40");
    const { x, y, width, height } = await boxOf(media(page));
    const tap = (share: number) => page.touchscreen.tap(x + width * share, y + height * 0.2);
    const awake = page.locator("[data-awake]");

    await expect(awake).toHaveCount(0);
    await tap(0.5);
    await expect(awake).toHaveCount(1);
    for (const button of await controls(page).getByRole("button").all()) {
      if (await button.isHidden()) continue;
      const box = await boxOf(button);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
      expect(box.y + box.height).toBeLessThanOrEqual(size.height);
    }
    await expectToFit(page);
    await control(page, "一時停止").tap();
    await expect.poll(() => read(page, "paused")).toBe(true);
    await expectAccessibleInBothSchemes(page);

    const start = await read(page, "currentTime");
    await tap(0.95);
    await tap(0.95);
    await expect(sign(page, "10秒進む")).toBeVisible();
    await expect.poll(() => read(page, "currentTime")).toBeCloseTo(start + 10, 1);
    await tap(0.05);
    await tap(0.05);
    await expect(sign(page, "10秒戻る")).toBeVisible();
    await expect.poll(() => read(page, "currentTime")).toBeCloseTo(start, 1);
    expect(await read(page, "paused")).toBe(true);

    await page.keyboard.press("c");
    await media(page).evaluate((video: HTMLVideoElement) => (video.currentTime = 16));
    await expect.poll(() => captionSize(page)).toBeGreaterThanOrEqual(14);
  });
}

test("The lock screen names the video and moves it", LONG, async ({ page }) => {
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {};
    const state = { position: null as MediaPositionState | null };
    const { mediaSession: session } = navigator;
    session.setActionHandler = (action, handler) => void (handlers[action] = handler);
    session.setPositionState = (position = {}) => void (state.position = position);
    Object.assign(window, { lockScreen: { handlers, state } });
  });
  const video = await open(page, "?t=20");
  interface LockScreen {
    handlers: Record<string, MediaSessionActionHandler | null>;
    state: { position: MediaPositionState | null };
  }
  const press = (action: MediaSessionAction, details: object = {}) =>
    page.evaluate(
      ([name, rest]) => {
        const { handlers } = (window as unknown as { lockScreen: LockScreen }).lockScreen;
        handlers[name]?.({ action: name, ...rest });
      },
      [action, details] as const,
    );
  const shown = () =>
    page.evaluate(() => ({
      title: navigator.mediaSession.metadata?.title,
      pictures: navigator.mediaSession.metadata?.artwork.length,
      state: navigator.mediaSession.playbackState,
      duration: (window as unknown as { lockScreen: LockScreen }).lockScreen.state.position?.duration,
    }));
  const duration = await read(page, "duration");
  await expect.poll(shown).toEqual({ title: video.title, pictures: 1, state: "playing", duration });
  await press("pause");
  await expect.poll(() => read(page, "paused")).toBe(true);
  await expect.poll(shown).toMatchObject({ state: "paused" });
  await press("seekto", { seekTime: 50 });
  await expect.poll(() => read(page, "currentTime")).toBe(50);
  await press("seekbackward");
  await expect.poll(() => read(page, "currentTime")).toBe(40);
  await press("seekforward", { seekOffset: 15 });
  await expect.poll(() => read(page, "currentTime")).toBe(55);
  await press("play");
  await expect.poll(() => read(page, "paused")).toBe(false);
  await page.getByRole("link", { name: "新着動画" }).first().click();
  await expect.poll(shown).toMatchObject({ title: undefined, state: "none" });
});

test.describe("without the file of the controls", () => {
  test.use({ expectedErrors: [/net::ERR_|Failed to load/] });

  test("the browser's controls stay", LONG, async ({ page }) => {
    await becomeTrial(page);
    const { id } = await newestOf(page, "file");
    await page.route("**/assets/control-bar-*.css", (route) => route.abort());
    await page.goto(`/video/${id}`);
    await expect.poll(() => read(page, "currentTime"), { timeout: 25_000 }).toBeGreaterThan(0.3);
    await expect(media(page)).toHaveAttribute("controls");
    await expect(controls(page)).toHaveCount(0);
  });
});
