import { REFUSED } from "./api-answers.ts";
import { signInAs } from "./enter-as.ts";
import { expect, test } from "./fixtures.ts";

test.use({ freshContext: true, expectedErrors: [REFUSED] });

/** Milliseconds. The limit of a request is ten seconds. */
const ONE_WAIT = 16_000;

test("an unanswered home shows its failure after the time of one request", async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  let requests = 0;
  await page.route("**/api/home/", () => {
    requests++;
    return new Promise(() => {});
  });
  await page.goto("/");
  await expect(page.getByText("動画データの取得に失敗しました。")).toBeVisible({ timeout: ONE_WAIT });
  expect(requests).toBe(1);
});

test("a logout removes every key of the member from the storage", async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  await page.evaluate(() => localStorage.setItem("pendingPlanChange", "cs_test_1"));
  await page.goto("/");
  await page.getByRole("button", { name: /さんのメニュー$/ }).click();
  await page.getByRole("button", { name: "ログアウト" }).click();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
