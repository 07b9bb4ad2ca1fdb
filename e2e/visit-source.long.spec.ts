import { expect, test } from "./fixtures.ts";

test.use({ freshContext: true });

for (const { name, open, referer, source } of [
  { name: "a campaign", open: "/freelanding?utm_source=note", referer: undefined, source: "note" },
  { name: "another site", open: "/freelanding", referer: "https://www.google.com/", source: "www.google.com" },
  { name: "an unknown place", open: "/freelanding", referer: undefined, source: undefined },
]) {
  test(`a sign-up after the landing page names ${name}, without a cookie or a script`, async ({ page }) => {
    await page.goto(open, referer === undefined ? {} : { referer });
    expect(await page.evaluate(() => document.scripts.length)).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole("link", { name: /無料/ }).first().click();
    await page.getByLabel("ユーザー名").fill("会員");
    await page.getByLabel("メールアドレス").fill("visitor@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill("correct-horse-77");
    await page.getByLabel("パスワード（確認）", { exact: true }).fill("correct-horse-77");
    await page.getByRole("checkbox").check();
    const sent = page.waitForRequest("**/api/auth/signup/");
    // Nothing is registered: only what the browser sends matters.
    await page.route("**/api/auth/signup/", (route) => route.fulfill({ status: 201, json: {} }));
    await page.getByRole("button", { name: "無料体験を始める" }).click();
    expect(((await sent).postDataJSON() as { source?: string }).source).toBe(source);
  });
}
