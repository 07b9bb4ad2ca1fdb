import type { Page } from "@playwright/test";
import { newestOf } from "./demo-videos.ts";
import { becomeTrial, expect, test } from "./fixtures.ts";

// The clock is shared, so these journeys run in sequence.
test.describe.configure({ mode: "default" });

// The browser logs refused addresses, and the access token that a day ends.
test.use({
  freshContext: true,
  baseURL: async ({ clockServer }, use) => use(clockServer),
  expectedErrors: [/status of 40[13]|net::ERR_/],
});

const FILES = "**/media/films/**";
/** About a third of a demo clip. */
const FIRST_BYTES = 100_000;

/**
 * Lets the browser have the first part of each video, as of a long video. Requests for more wait until the returned
 * function is called, and then reach the server.
 */
async function holdRest(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(FILES, async (route) => {
    const headers = await route.request().allHeaders();
    const from = Number(/bytes=(\d+)-/.exec(headers["range"] ?? "")?.[1] ?? 0);
    if (from === 0) {
      const response = await route.fetch({ headers: { ...headers, range: `bytes=0-${FIRST_BYTES - 1}` } });
      return route.fulfill({ response });
    }
    await promise;
    return route.continue();
  });
  return resolve;
}

const player = (page: Page) => page.locator("video");
const timeOf = (page: Page) => player(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const addressOf = (page: Page) => player(page).evaluate((element: HTMLVideoElement) => element.src);
const statusOf = async (page: Page, address: string) =>
  (await page.request.get(address, { headers: { range: "bytes=0-9" } })).status();

async function playFirstPart(page: Page) {
  const member = await becomeTrial(page);
  const video = await newestOf(page, "file");
  const release = await holdRest(page);
  await page.goto(`/video/${video.id}`);
  await expect.poll(() => timeOf(page), { timeout: 25_000 }).toBeGreaterThan(1);
  const address = await addressOf(page);
  expect(await statusOf(page, address)).toBe(206);
  return { member, release, address };
}

async function passOneDay(page: Page, address: string): Promise<void> {
  expect((await page.request.post("/sandbox/clock", { form: { jump: "day" } })).ok()).toBe(true);
  await expect.poll(() => statusOf(page, address)).toBe(403);
}

test("goes on at its position when the address has expired", async ({ page }) => {
  const { release, address } = await playFirstPart(page);
  await passOneDay(page, address);
  const before = await timeOf(page);
  release();
  await expect.poll(() => addressOf(page), { timeout: 25_000 }).not.toBe(address);
  await expect.poll(() => timeOf(page), { timeout: 25_000 }).toBeGreaterThan(before + 1);
  expect(await statusOf(page, await addressOf(page))).toBe(206);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("seeks after a day of pause", async ({ page }) => {
  const { release, address } = await playFirstPart(page);
  await player(page).evaluate((element: HTMLVideoElement) => element.pause());
  await passOneDay(page, address);
  release();
  const target = await player(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 5;
    return element.currentTime;
  });
  await expect.poll(() => addressOf(page), { timeout: 25_000 }).not.toBe(address);
  await expect
    .poll(() => player(page).evaluate((element: HTMLVideoElement) => element.readyState), { timeout: 25_000 })
    .toBeGreaterThanOrEqual(2);
  expect(await timeOf(page)).toBeCloseTo(target, 0);
  expect(await player(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
});

test("ends when the member logs this device out from another one", async ({ page, request }) => {
  const { member, release, address } = await playFirstPart(page);
  const login = await request.post("/api/auth/login/", { data: member });
  const { token } = (await login.json()) as { token: { access: string } };
  const headers = { authorization: `Bearer ${token.access}` };
  const ended = await request.delete("/api/profile/sessions/", { headers });
  expect(ended.status()).toBe(200);
  expect(await statusOf(page, address)).toBe(403);
  release();
  await expect(page).toHaveURL(/\/login/, { timeout: 25_000 });
});
