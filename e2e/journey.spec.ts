import { nextSeek } from "./demo-videos.ts";
import { expect, test, LONG } from "./fixtures.ts";

test.use({ freshContext: true });

/** The way of a new member by clicks alone. */
for (const width of [1280, 360]) {
  test(
    `a visitor signs up for the trial and watches a video, at ${width} px`,
    width === 360 ? LONG : {},
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const email = `journey-${width}@example.com`;
      const password = "shiranami-5-oshima";

      await test.step("reads the landing page", async () => {
        await page.goto("/");
        await expect(page).toHaveURL("/landing");
        await page.goto("/freelanding");
        await page.locator('a[href="/trial"]').last().click();
        await expect(page).toHaveURL("/trial");
      });

      await test.step("signs up", async () => {
        await page.getByLabel("ユーザー名").fill("旅人 一郎");
        await page.getByLabel("メールアドレス").fill(email);
        await page.getByLabel("パスワード", { exact: true }).fill(password);
        await page.getByLabel("パスワード（確認）", { exact: true }).fill(password);
        await page.getByRole("checkbox").check();
        await page.getByRole("button", { name: "無料体験を始める" }).click();
        await expect(page).toHaveURL("/");
        await expect(page.getByText("無料体験は残り7日です")).toBeVisible();
      });

      const video = page.locator("video");
      const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);

      await test.step("opens a video, which plays", async () => {
        const card = page.getByRole("link", { name: /コピーライティング超入門/ }).first();
        await card.click();
        await expect(page).toHaveURL(/\/video\/\d+$/);
        await expect(video).toBeVisible();
        await expect.poll(time).toBeGreaterThan(0.3);
      });

      await test.step("jumps to a chapter", async () => {
        const sought = await nextSeek(page);
        await page.getByRole("button", { name: /^46秒/ }).click();
        expect(await sought()).toBeCloseTo(46);
        await expect.poll(time).toBeGreaterThanOrEqual(46);
      });

      const favorite = page.getByRole("main").getByRole("button", { name: "お気に入り" }).first();

      await test.step("marks it as a favourite", async () => {
        const answered = page.waitForResponse(/\/favorite\/$/);
        await favorite.click();
        await expect(favorite).toHaveAttribute("aria-pressed", "true");
        expect((await answered).status()).toBe(200);
      });

      await test.step("logs out", async () => {
        await page.getByRole("button", { name: "旅人 一郎さんのメニュー" }).click();
        await page.getByRole("button", { name: "ログアウト" }).click();
        await expect(page).toHaveURL("/login");
        expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user/i.test(key)))).toEqual(
          [],
        );
      });

      await test.step("logs in again and goes on where it stopped", async () => {
        await page.getByLabel("メールアドレス").fill(email);
        await page.getByLabel("パスワード", { exact: true }).fill(password);
        await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
        await expect(page).toHaveURL("/");
        await page
          .getByRole("link", { name: /コピーライティング超入門/ })
          .first()
          .click();
        await expect.poll(time).toBeGreaterThan(44);
        await expect(favorite).toHaveAttribute("aria-pressed", "true");
      });
    },
  );
}

test.describe("an expired trial", LONG, () => {
  // The video is requested while the profile is still loading, and refused.
  test.use({ expectedErrors: [/status of 403/] });

  test("leads from a video to the plans", async ({ page }) => {
    await page.goto("/login?next=%2Fvideo%2F1");
    await page.getByLabel("メールアドレス").fill("expired@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill("manabiya-demo");
    await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await expect(page).toHaveURL("/checkout?next=%2Fvideo%2F1");
    await expect(page.getByText("1,650円").first()).toBeVisible();
  });
});

test("nothing in the page reveals a video's address to a member without access", async ({ page, request }) => {
  const login = await request.post("/api/auth/login/", {
    data: { email: "member@example.com", password: "manabiya-demo" },
  });
  const { token } = (await login.json()) as { token: { access: string } };
  const home = await request.get("/api/home/", { headers: { authorization: `Bearer ${token.access}` } });
  const ids = [...(await home.text()).matchAll(/"video_id":"([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(ids.length).toBeGreaterThan(8);

  const seen: string[] = [];
  page.on("response", async (response) => {
    seen.push(response.url(), await response.text().catch(() => ""));
  });
  await page.goto("/login");
  await page.getByLabel("メールアドレス").fill("inactive@example.com");
  await page.getByLabel("パスワード", { exact: true }).fill("manabiya-demo");
  await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByRole("heading", { name: "新着動画" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  seen.push(await page.content());
  const everything = seen.join("\n");
  expect(ids.filter((id) => everything.includes(id))).toEqual([]);
});
