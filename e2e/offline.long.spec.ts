import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

test.use({
  freshContext: true,
  serviceWorkers: "allow",
  expectedErrors: [/status of (404|503)|ERR_INTERNET_DISCONNECTED/],
});

const offline = (page: Page) => page.getByRole("heading", { name: "サイトに接続できません" });

/** Opens home, and waits until the worker answers for its page. */
async function enterWithWorker(page: Page): Promise<void> {
  await enterAs(page, "member@example.com", "/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

test("without a network a Japanese page stands in for every screen, and opens it again by itself", async ({ page }) => {
  const context = page.context();
  await enterWithWorker(page);
  await context.setOffline(true);
  await page.goto("/favorites");
  await expect(offline(page)).toBeVisible();
  await expect(page).toHaveTitle("サイトに接続できません｜学び舎");
  await page.getByRole("button", { name: "再試行" }).press("Enter");
  await expect(page.getByRole("status")).toHaveText("まだ接続できません。");
  for (const size of [PHONE, { width: PHONE.height, height: PHONE.width }]) {
    await page.setViewportSize(size);
    await expectAccessibleInBothSchemes(page);
  }
  await expectToFit(page);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "お気に入り" })).toBeVisible();
  await expect(page).toHaveURL("/favorites");
});

test("the worker keeps no file and no answer, and lets the server answer whatever it can", async ({ page }) => {
  await enterWithWorker(page);
  await page.goto("/watch-history");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  expect(worker).toContain("/offline-worker.js?name=");
  const missing = await page.goto("/no-such-file.png");
  expect(missing?.status()).toBe(404);
});

/** A release ships this in the worker's place to take it out of every browser. */
const WITHDRAWN = `
  addEventListener("install", () => skipWaiting());
  addEventListener("activate", (event) => event.waitUntil(registration.unregister()));
`;

test("a worker that a release withdraws is gone after the next visit", async ({ page, request }) => {
  const built = await request.get("/offline-worker.js");
  expect(built.headers()).toMatchObject({ "cache-control": "no-cache" });
  let script = await built.text();
  // Playwright cannot change the answer to a browser's question for a newer worker.
  const release = createServer((asked, answer) => {
    const isScript = asked.url === "/offline-worker.js";
    answer.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    answer.end(isScript ? script : "<!doctype html><title>release</title>");
  }).listen(0, "localhost");
  await once(release, "listening");
  await page.goto(`http://localhost:${(release.address() as AddressInfo).port}/`);
  await page.evaluate(() => navigator.serviceWorker.register("/offline-worker.js"));
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  expect(await registrations()).toBe(1);
  script = WITHDRAWN;
  await page.reload();
  await expect.poll(registrations).toBe(0);
  await page.goto("about:blank");
  release.closeAllConnections();
  release.close();
});
