import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { delayCall, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { becomeTrial, expect, signUpForTrial, test } from "./fixtures.ts";

const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY);

test.describe("A page that comes back from the back-forward cache", () => {
  // A call that is under way when the session ends is refused.
  test.use({ expectedErrors: [REFUSED] });

  /**
   * Headless Chromium keeps no page in memory, so the event is sent by hand. `npm run prove -- browsers` goes back in
   * Firefox and WebKit. The kept page hears nothing of what other documents store, nor does the page of this test.
   */
  const comeBack = (page: Page, stored: Record<string, string>) =>
    page.evaluate((stored) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, stored);

  const storedBy = (page: Page) => page.evaluate(() => ({ ...localStorage }));

  test("shows no member's screen after a logout", async ({ page }) => {
    await signUpForTrial(page);
    await expect(page.getByRole("heading", { name: "新着動画" })).toBeVisible();
    await comeBack(page, {});
    await expect(page).toHaveURL("/login");
    await expect(page.getByText("体験 太郎")).toHaveCount(0);
  });

  test("shows the next member's data, and nothing of the previous one", async ({ page }) => {
    await signInAs(page, "yearly@example.com");
    const next = await storedBy(page);
    await signUpForTrial(page);
    await expect(page.getByText("無料体験は残り7日です")).toBeVisible();
    await comeBack(page, next);
    await expect(page.getByRole("button", { name: /さんのメニュー$/ })).not.toHaveAccessibleName(/体験 太郎/);
    await expect(page.getByRole("heading", { name: "新着動画" })).toBeVisible();
    await expect(page.getByText("体験 太郎")).toHaveCount(0);
    await expect(page.getByText("無料体験は残り7日です")).toHaveCount(0);
  });

  test("stays as it was for the same member", async ({ page }) => {
    await signUpForTrial(page);
    await expect(page.getByText("無料体験は残り7日です")).toBeVisible();
    await comeBack(page, await storedBy(page));
    await expect(page.getByText("無料体験は残り7日です")).toBeVisible();
    await expect(page).toHaveURL("/");
  });
});

test.describe("The scroll position", () => {
  const HOME = "/api/home/";

  async function scrollHome(page: Page): Promise<number> {
    await signInAs(page, "yearly@example.com");
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "おすすめ動画" })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 900));
    const position = await scrollPosition(page);
    expect(position).toBeGreaterThan(600);
    return position;
  }

  test("is restored after a reload, when late data make the page long enough", async ({ page }) => {
    const position = await scrollHome(page);
    const release = await delayCall(page, HOME);
    await page.reload();
    await expect(page.getByRole("navigation", { name: "メイン" })).toBeVisible();
    expect(await scrollPosition(page)).toBeLessThan(position);
    release();
    await expect.poll(() => scrollPosition(page)).toBe(position);
  });

  test("is restored on the way back from another document", async ({ page }) => {
    const position = await scrollHome(page);
    await page.goto("/landing");
    const release = await delayCall(page, HOME);
    await page.goBack();
    await expect(page.getByRole("navigation", { name: "メイン" })).toBeVisible();
    release();
    await expect.poll(() => scrollPosition(page)).toBe(position);
  });

  test("is left alone once the member scrolls", async ({ page }) => {
    await scrollHome(page);
    const release = await delayCall(page, HOME);
    await page.reload();
    await expect(page.getByRole("navigation", { name: "メイン" })).toBeVisible();
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -2000);
    await expect.poll(() => scrollPosition(page)).toBe(0);
    release();
    await expect(page.getByRole("heading", { name: "おすすめ動画" })).toBeVisible();
    expect(await scrollPosition(page)).toBe(0);
  });
});

test.describe("A member who leaves while the page's file loads", () => {
  // The browser logs the interrupted request.
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_ABORTED/] });

  /** Firefox ends a running import with an error when another address is opened. */
  for (const [path, who] of [
    ["/favorites", "member@example.com"],
    ["/admin/tags", "staff@example.com"],
  ] as const) {
    test(`causes no error at ${path}`, async ({ page }) => {
      await signInAs(page, who);
      await page.goto("/profile");
      await expect(page.getByRole("heading", { name: "プロフィール", level: 1 })).toBeVisible();
      const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      let interrupted = 0;
      await page.route("**/assets/*.js", async (route) => {
        if (loaded.includes(route.request().url())) return route.continue();
        interrupted++;
        return route.abort("aborted");
      });
      await page.evaluate((path) => history.pushState(null, "", path), path);
      await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate")));
      await expect.poll(() => interrupted).toBeGreaterThan(0);
      // An error that did not wait would show within this time.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      await expect(page.getByRole("alert")).toHaveCount(0);
      await page.goto("/landing");
    });
  }
});

test.describe("Staff whose navigation is gone after a release", () => {
  test.use({ freshContext: true, expectedErrors: [/net::ERR_FAILED/] });

  test("have the members' navigation alone", async ({ page }) => {
    const manifest = fileURLToPath(new URL("../web/dist/.vite/manifest.json", import.meta.url));
    const chunks = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, { file: string }>;
    const { file } = chunks["src/staff/navigation/staff-sidebar.tsx"] ?? { file: "" };
    expect(file).not.toBe("");
    await page.route(`**/${file}`, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith(file));
    await enterAs(page, "staff@example.com", "/favorites");
    await failed;
    // An error of the drawing that follows would show within this time.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await expect(
      page.getByRole("navigation", { name: "メイン" }).getByRole("link", { name: "後で見る" }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "お気に入り" })).toBeVisible();
  });
});

test.describe("An unsupported browser", () => {
  // The changed stylesheets stay in the browser's cache.
  test.use({ freshContext: true });

  /** Removes a feature from the stylesheets as a browser would that does not know it. */
  async function without(page: Page, feature: string): Promise<void> {
    await page.route("**/assets/*.css", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(feature, `${feature}-of-tomorrow`) });
    });
  }

  for (const feature of ["light-dark", ":popover-open"]) {
    test(`without ${feature} shows a sentence instead of a broken page`, async ({ page }) => {
      await without(page, feature);
      const sentence = page.getByText("Safari 17.5、Chrome 123、Firefox 125以降");
      await page.goto("/login");
      await expect(sentence).toBeVisible();
      await expect(page.locator("#root")).toBeHidden();
      await page.goto("/landing");
      await expect(sentence).toBeVisible();
    });
  }

  test("is no supported one, which shows no such sentence", async ({ page }) => {
    await becomeTrial(page);
    for (const path of ["/landing", "/freelanding", "/", "/login"]) {
      await page.goto(path);
      await expect(page.locator("#old-browser")).toBeHidden();
    }
  });
});
