import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { newestOf } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { DEMO_PASSWORD, expect, expectAccessible, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

// The first journey changes the settings of its server.
test.use({ freshContext: true, baseURL: async ({ settingsServer }, use) => use(settingsServer) });

/** A report of the position is up to ten seconds away, and the first frame of a video as well. */
const SOON = { timeout: 40_000 };

const SENTENCE = "ほかの端末で再生を始めたため、一時停止しました。";

const plays = (page: Page) =>
  page
    .locator("video")
    .evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0 && video.readyState > 2);

test("the device that began first pauses, and takes over when its owner wants it", async ({
  page,
  browser,
  settingsServer,
}) => {
  await enterAs(page, "superuser@example.com", "/admin/site");
  await page.getByLabel("同時に再生できる台数").selectOption("1台");
  await page.getByRole("main").getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("サイトの設定を保存しました。")).toBeVisible();

  await signInAs(page, "member@example.com");
  const { id } = await newestOf(page, "file");
  await page.goto(`/video/${id}`);
  await expect.poll(() => plays(page), SOON).toBe(true);
  const phone = await browser.newPage({ baseURL: settingsServer, viewport: PHONE });
  await signInAs(phone, "member@example.com");
  await phone.goto(`/video/${id}`);
  await expect(page.getByText(SENTENCE)).toBeVisible(SOON);
  expect(await plays(page)).toBe(false);
  await expectAccessible(page);
  await expectToFit(page);
  await expect.poll(() => plays(phone), SOON).toBe(true);

  await page.getByRole("button", { name: "この端末で再生する" }).click();
  await expect(page.getByText(SENTENCE)).toBeHidden();
  await expect.poll(() => plays(page), SOON).toBe(true);
  await expect(phone.getByText(SENTENCE)).toBeVisible(SOON);
  expect(await plays(page)).toBe(true);
  await expectAccessible(phone);
  await expectToFit(phone);
  await phone.context().close();
});

test("staff find an account that plays in five towns at once, and read when", async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  const { id } = await newestOf(page, "file");
  for (const town of [1, 2, 3, 4, 5]) {
    const headers = { "x-forwarded-for": `203.0.${town}.7` };
    const data = { email: "yearly@example.com", password: DEMO_PASSWORD };
    const login = await page.request.post("/api/auth/login/", { headers, data });
    const { token } = (await login.json()) as { token: { access: string } };
    const begun = await page.request.post(`/api/videos/${id}/progress/`, {
      headers: { ...headers, authorization: `Bearer ${token.access}` },
      data: { player: randomUUID() },
    });
    expect(begun.ok()).toBe(true);
  }
  await enterAs(page, "superuser@example.com", "/admin/dashboard");
  await page.getByRole("link", { name: /多くの端末で同時に視聴している会員が1人います/ }).click();
  await expect(page.getByLabel("会員の状態")).toHaveValue("shared");
  await expect(page.getByText("1人の会員", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  await page.getByRole("table").getByRole("link").click();
  const hours = page.getByRole("region", { name: "多くの端末での視聴" });
  await expect(hours).toContainText("過去28日間に1回、5か所以上から同時に視聴されました。");
  await expect(hours.getByRole("listitem")).toHaveText(/^\d+年\d+月\d+日 \d+:00からの1時間：5か所・5台$/);
  await expectAccessible(page);
  await expectToFit(page);
});
