import type { CDPSession, Page } from "@playwright/test";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { newestOf } from "./demo-videos.ts";
import { becomeTrial, expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { blockAutoplay } from "./stand-ins/blocked-autoplay.ts";
import { FILM, type FilmStream, startFilmStream } from "./stand-ins/film-stream.ts";
import { expectToFit } from "./widths.ts";

test.use({ freshContext: true, hasTouch: true, expectedErrors: [/status of 40[34]/] });
test.describe.configure({ mode: "default" });

let film: FilmStream;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  film = await startFilmStream();
});
test.afterAll(() => film.close());

const MBIT = 1_000_000 / 8;

const media = (page: Page) => page.locator("video");
const read = <K extends keyof HTMLVideoElement>(page: Page, name: K): Promise<HTMLVideoElement[K]> =>
  media(page).evaluate((video, key) => (video as HTMLVideoElement)[key as K], name);
const quality = (page: Page) => page.getByRole("combobox", { name: "画質" });
const line = (page: Page) => page.getByRole("slider", { name: "再生位置" });
/** A film that is to go on stands at its second, and is not paused, before it plays. */
const plays = async (page: Page, from = 0.3) =>
  expect
    .poll(
      () =>
        media(page).evaluate((film: HTMLVideoElement) =>
          film.paused || film.played.length === 0 ? 0 : film.currentTime,
        ),
      { timeout: 60_000 },
    )
    .toBeGreaterThan(from);
const stored = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem("manabiya:player") ?? "{}") as { quality?: unknown }).quality);

/** Opens the newest film with the stream. @returns the video as the server names it */
async function open(page: Page, query = ""): Promise<VideoDetail> {
  await becomeTrial(page);
  const video = await newestOf(page, "file");
  await film.offer(page, video);
  await page.goto(`/video/${video.id}${query}`);
  return video;
}

async function throttle(devtools: CDPSession, mbit: number): Promise<void> {
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 20,
    downloadThroughput: mbit * MBIT,
    uploadThroughput: mbit * MBIT,
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 }, deviceScaleFactor: 3 });

  test("A film starts with what 5 Mbit/s bring in a second, and never stalls when the network falls from 10 to 1 Mbit/s and back", async ({
    page,
  }) => {
    await becomeTrial(page);
    const video = await newestOf(page, "file");
    await film.offer(page, video);
    await page.goto(`/search?q=${encodeURIComponent(video.title)}`);
    const card = page.getByRole("main").locator(`a[href^="/video/${video.id}"]`).first();
    await expect(card).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      const seen = { chosen: 0, started: 0, stalls: 0 };
      Object.assign(window, { seen });
      document.addEventListener("click", () => (seen.chosen = performance.now()), true);
      document.addEventListener("playing", () => (seen.started ||= performance.now()), true);
      document.addEventListener("waiting", () => (seen.stalls += seen.started > 0 ? 1 : 0), true);
    });
    const seen = () =>
      page.evaluate(() => (window as unknown as { seen: Record<"chosen" | "started" | "stalls", number> }).seen);

    const devtools = await page.context().newCDPSession(page);
    await throttle(devtools, 5);
    await card.click();
    await expect.poll(async () => (await seen()).started, { timeout: 60_000 }).toBeGreaterThan(0);
    const { chosen, started } = await seen();
    // A third of a second is left for answers and for the first picture, whatever else the machine does.
    const bytes = await page.evaluate(
      ([from, to]) => {
        const counts = new Map<string, number>();
        return (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
          .filter(({ startTime }) => startTime > from && startTime < to)
          .filter(({ name }) => {
            // The head and the first segment of a file; the next ones only come early.
            counts.set(name, (counts.get(name) ?? 0) + 1);
            return (counts.get(name) ?? 0) <= 2;
          })
          .reduce((sum, { transferSize }) => sum + transferSize, 0);
      },
      [chosen, started] as const,
    );
    console.log(`first picture at 5 Mbit/s: ${bytes} bytes, ${Math.round(started - chosen)} ms`);
    expect(bytes).toBeLessThan(0.6 * 5 * MBIT);

    await throttle(devtools, 10);
    await plays(page, 4);
    await throttle(devtools, 1);
    await plays(page, 35);
    await throttle(devtools, 10);
    await plays(page, 45);
    expect((await seen()).stalls).toBe(0);
    // The fast network was used, and the slow one was obeyed.
    console.log(film.asked.filter((name) => name.endsWith(".m4s")).join(" "));
    expect(film.asked).toContain("2.m4s");
    await devtools.detach();
  });
});

test("Nothing of a film is loaded while the browser blocks autoplay, which it does for sound alone", async ({
  page,
}) => {
  await blockAutoplay(page);
  await open(page, "?t=30");
  const button = page.getByRole("button", { name: "再生する" });
  await expect(button).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(film.asked).toEqual([]);
  await button.click();
  await expect(button).toBeHidden();
  await plays(page, 30.3);
  expect(film.asked).toContain("main.m3u8");

  await page.evaluate(() =>
    localStorage.setItem("manabiya:player", JSON.stringify({ rate: 1, volume: 1, muted: true })),
  );
  await page.reload();
  await plays(page, 30.3);
});

test("The quality is the member's choice, kept for this device, and sound alone loads no picture", async ({ page }) => {
  const video = await open(page);
  await plays(page);
  await expect(quality(page).locator("option")).toHaveText([
    /^自動（\d+p）$/,
    "1080p",
    "480p",
    "240p",
    "音声だけで聞く",
  ]);

  await quality(page).selectOption("240p");
  await expect.poll(() => read(page, "videoHeight"), { timeout: 60_000 }).toBe(240);
  await quality(page).selectOption("1080p");
  await expect.poll(() => read(page, "videoHeight"), { timeout: 60_000 }).toBe(1080);
  await expect(quality(page)).toHaveValue("1080");
  expect(await stored(page)).toBe(1080);

  const before = await read(page, "currentTime");
  await quality(page).selectOption("音声だけで聞く");
  await expect(page.getByText("音声だけで再生しています")).toBeVisible();
  await expect.poll(() => read(page, "videoHeight")).toBe(0);
  await plays(page, before);
  expect(await read(page, "currentTime")).toBeLessThan(before + 20);
  for (const [width, height] of [
    [360, 780],
    [740, 360],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectToFit(page);
    await expectAccessibleInBothSchemes(page);
    // A control that the picture's edge cuts off widens no page.
    const cutOff = await page.locator(".control-rows button, .control-rows select").evaluateAll((elements) => {
      const { right = 0, top = 0 } = document.querySelector("video")?.getBoundingClientRect() ?? {};
      return elements
        .map((element) => ({ name: element.ariaLabel, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.right > right || box.top < top))
        .map(({ name }) => name);
    });
    expect(cutOff).toEqual([]);
  }

  // The next film is heard, too.
  await film.offer(page, video);
  await page.reload();
  await plays(page);
  expect(film.asked.filter((name) => /^[012]\.m4s$/.test(name))).toEqual([]);
  await page.keyboard.press("k");
  const paused = await read(page, "currentTime");
  await quality(page).selectOption("自動");
  await expect.poll(() => read(page, "videoHeight"), { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await read(page, "paused")).toBe(true);
  expect(await read(page, "currentTime")).toBeCloseTo(paused, 0);
  expect(await stored(page)).toBe("auto");
});

test("Under the pointer and the finger the seek bar shows the picture of that time", async ({ page }) => {
  await open(page);
  await plays(page);
  const picture = page.locator(".seek-picture");
  for (const [width, height] of [
    [1280, 800],
    [740, 360],
    [360, 780],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.mouse.move(width / 2, 200);
    const box = await line(page).boundingBox();
    if (!box) throw new Error("no seek bar");
    // The fourteenth picture: the third row, the fourth column.
    await page.mouse.move(box.x + (box.width * 67) / FILM, box.y + box.height / 2);
    await expect(page.locator(".seek-preview")).toContainText(/1:0[678]/);
    await expect(picture).toHaveCSS("background-position", "-480px -180px");
    await expect.poll(() => film.asked).toContain("pictures.jpg");
    const shown = await picture.boundingBox();
    const stage = await media(page).boundingBox();
    expect(shown?.y).toBeGreaterThanOrEqual(stage?.y ?? Infinity);
    await page.mouse.move(0, 0);
    await expect(picture).toBeHidden();
  }
  await page.touchscreen.tap(180, 150);
  await expect(page.locator("[data-awake]")).toHaveCount(1);
  const box = await line(page).boundingBox();
  if (!box) throw new Error("no seek bar");
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]);
  await expect(picture).toBeVisible();
  await touch("touchEnd", []);
  await expect(picture).toBeHidden();
  await devtools.detach();
});

test("Captions and pictures follow one clock to a tenth of a second, at each quality", async ({ page }) => {
  await open(page);
  await plays(page);
  await page.keyboard.press("k");
  for (const height of ["240p", "1080p"]) {
    await quality(page).selectOption(height);
    for (const second of [3, 40, 101]) {
      // The picture turns white at odd seconds. Captions follow `currentTime`, which the frames are compared with.
      const turned = await media(page).evaluate(async (element: HTMLVideoElement, from) => {
        const canvas = document.createElement("canvas");
        const context = canvas.getContext("2d", { willReadFrequently: true });
        const track = element.addTextTrack("metadata");
        track.mode = "hidden";
        const cue = new VTTCue(from, from + 1, "");
        track.addCue(cue);
        const shown = new Promise<number>((resolve) => {
          cue.onenter = () => resolve(element.currentTime);
        });
        element.currentTime = from - 1.5;
        await element.play();
        const picture = await new Promise<number>((resolve) => {
          let before: boolean | null = null;
          element.requestVideoFrameCallback(function look(_, { mediaTime }) {
            context?.drawImage(element, 0, 0, 300, 150);
            const isWhite = (context?.getImageData(20, 20, 1, 1).data[0] ?? 0) > 128;
            if (mediaTime > from - 0.5 && before !== null && isWhite !== before) return resolve(mediaTime);
            before = isWhite;
            element.requestVideoFrameCallback(look);
          });
        });
        const caption = await shown;
        element.pause();
        return { picture, caption };
      }, second);
      expect(Math.abs(turned.picture - second)).toBeLessThan(0.1);
      expect(Math.abs(turned.caption - second)).toBeLessThan(0.1);
    }
  }
});

test("Expired addresses are renewed where the member is, and a broken stream gives way to the original", async ({
  page,
}) => {
  const video = await open(page, "?t=30");
  await plays(page, 30.3);
  const renewed = page.waitForRequest(`**/api/videos/${video.id}/`);
  for (const name of ["0.m4s", "1.m4s", "2.m4s"]) film.refusals.set(name, 403);
  await media(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = 110;
  });
  await renewed;
  film.refusals.clear();
  await plays(page, 110.3);
  await expect(quality(page)).toBeVisible();

  film.refusals.set("main.m3u8", 404);
  await page.goto(`/video/${video.id}?t=20`);
  await plays(page, 20.3);
  expect(await read(page, "currentSrc")).toMatch(/\/media\/films\/[^/]+\/([^/]+)\/\1$/);
  await expect(quality(page)).toHaveCount(0);
  film.refusals.clear();
});

test("Data saver keeps the player to 480 lines, and no film offers to save it", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    localStorage.setItem("manabiya:player", JSON.stringify({ rate: 1, volume: 1, muted: true, quality: 1080 }));
  });
  await open(page);
  await plays(page, 15);
  await expect(quality(page)).toHaveValue("auto");
  expect(film.asked).toContain("1.m4s");
  expect(film.asked).not.toContain("2.m4s");

  await expect(media(page)).toHaveAttribute("controlslist", "nodownload");
  const isOffered = await media(page).evaluate((element) =>
    element.dispatchEvent(new MouseEvent("contextmenu", { cancelable: true, bubbles: true })),
  );
  expect(isOffered).toBe(false);
});

test("A browser that plays streams itself gets the playlist of the chosen quality", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLVideoElement.prototype, "webkitShowPlaybackTargetPicker", { value: () => undefined });
  });
  await open(page, "?t=30");
  await plays(page, 30.3);
  expect(await read(page, "currentSrc")).toMatch(/main\.m3u8$/);
  await quality(page).selectOption("480p");
  await expect.poll(() => read(page, "currentSrc")).toMatch(/480\.m3u8$/);
  await plays(page, 30.3);
  expect(await read(page, "videoHeight")).toBe(480);
  await quality(page).selectOption("音声だけで聞く");
  await expect.poll(() => read(page, "currentSrc")).toMatch(/audio\.m3u8$/);
  await plays(page, 30.3);
});
