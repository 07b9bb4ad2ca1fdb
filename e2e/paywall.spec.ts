import type { Home } from "@manabiya/contract/catalogue/home.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { DEMO_PASSWORD, expect, test, LONG } from "./fixtures.ts";

const TEXT = "この動画を視聴するにはプレミアム会員への登録が必要です。";

for (const account of ["inactive", "expired"]) {
  test.describe(`${account} members`, () => {
    test.use({ freshContext: true, expectedErrors: [/status of 403/] });

    test("never receive a video's id at its host", async ({ page, request }) => {
      const data = { email: "member@example.com", password: DEMO_PASSWORD };
      const { token } = (await (await request.post("/api/auth/login/", { data })).json()) as {
        token: { access: string };
      };
      const headers = { authorization: `Bearer ${token.access}` };
      const home = (await (await request.get("/api/home/", { headers })).json()) as Home;
      const known = [...home.newVideos, ...home.historyVideos, ...home.recommendVideos];
      const secrets = new Set(known.map(({ video_id }) => video_id).filter((id) => id !== null));
      expect(secrets.size).toBeGreaterThan(8);

      const received: string[] = [];
      page.on("response", async (response) => {
        const body = await response.text().catch(() => "");
        received.push(response.url(), JSON.stringify(await response.allHeaders().catch(() => ({}))), body);
      });
      await enterAs(page, `${account}@example.com`, "/");
      await expect(page.getByText("要プラン").first()).toBeVisible();
      received.push(await page.content());

      await page.goto(`/video/${known[0]?.id}`);
      await expect(page).toHaveURL(`/checkout?next=%2Fvideo%2F${known[0]?.id}`);
      received.push(await page.content());

      // A member manipulates the browser's own data to claim access.
      await page.route("**/api/profile/", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), can_watch: true } });
      });
      await page.goto(`/video/${known[0]?.id}`);
      await expect(page.getByText(TEXT)).toBeVisible();
      await expect(page.getByRole("main").getByRole("link", { name: "プロフィールを確認" })).toHaveAttribute(
        "href",
        "/profile",
      );
      await page.goto("/");
      await expect(page.getByRole("article").first()).toBeVisible();
      received.push(await page.content());

      expect(received.length).toBeGreaterThan(20);
      const leaks = [...secrets].filter((id) => received.some((text) => text.includes(id)));
      expect(leaks).toEqual([]);
    });
  });
}

test.describe("an unknown video", LONG, () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("shows a page with a link home", async ({ page }) => {
    await signInAs(page, "member@example.com");
    const detail = page.waitForResponse(/\/api\/videos\/999999\//);
    await page.goto("/video/999999");
    expect((await detail).status()).toBe(404);
    await expect(page.getByRole("heading", { name: "動画が見つかりません" })).toBeVisible();
    await page.getByRole("link", { name: "ホームで動画を探す" }).click();
    await expect(page).toHaveURL("/");
  });
});
