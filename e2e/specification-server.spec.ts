import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import { expect, test } from "./fixtures.ts";

type Json = Record<string, unknown>;

const CARD =
  "id video_id title thumbnail duration created_at categories tags is_favorite watch_later view_count description chapters related_videos";
const PROFILE =
  "username email subscription_plan subscription_status subscription_end_date created_at is_staff is_superuser";
const NOTICE = "id created_at notice_category_display notice_title notice_content";
const PLAYLIST = "id title description thumbnail video_count videos";

function only(fields: string, from: Json): Json {
  const known = new Set(fields.split(" "));
  return Object.fromEntries(Object.entries(from).filter(([name]) => known.has(name)));
}

const list = (fields: string) => (answer: Json) => ({
  ...answer,
  results: (answer["results"] as Json[]).map((item) => only(fields, item)),
});

const playlist = (answer: Json) => ({
  ...only(PLAYLIST, answer),
  videos: (answer["videos"] as { id: number; video: Json }[]).map(({ id, video }) => ({
    id,
    video: only("video_id title thumbnail", video),
  })),
});

/** What the product's specification says that each call answers; it knows no others. */
const CALLS: [path: RegExp, answer: (own: Json) => unknown][] = [
  [/^\/api\/profile\/$/, (own) => only(PROFILE, own)],
  [
    /^\/api\/subscription\/prices\/$/,
    (own) => (own as unknown as Json[]).map((price) => only("price_type amount", price)),
  ],
  [
    /^\/api\/home\/$/,
    (own) =>
      Object.fromEntries(
        Object.entries(own).map(([name, cards]) => [name, (cards as Json[]).map((card) => only(CARD, card))]),
      ),
  ],
  [/^\/api\/(videos\/search|watch-later|favorites|history|categories\/\d+\/videos)\/$/, list(CARD)],
  [/^\/api\/videos\/[^/]+\/$/, (own) => only(CARD, own)],
  [/^\/api\/notices\/$/, list(NOTICE)],
  [/^\/api\/playlists\/$/, (own) => ({ results: own })],
  [/^\/api\/playlists\/\d+\/$/, playlist],
  [/^\/api\/(categories|tags|notices\/count)\/$/, (own) => own],
];

/** Our server's answers, as one gives them that was written for the specification alone. */
async function answerBySpecification(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith("/api/"),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const call = CALLS.find(([path]) => path.test(pathname));
      if (!call) return route.fulfill({ status: 404, json: {} });
      const response = await route.fetch();
      return route.fulfill({ response, json: call[1]((await response.json()) as Json) });
    },
  );
}

const main = (page: Page) => page.getByRole("main");
const cards = (page: Page) => main(page).getByRole("article");

test.describe("With a server that was written for the specification alone", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("a trial member finds, reads and watches", async ({ page }) => {
    await answerBySpecification(page);
    const hosts = ({ hostname }: URL) => hostname !== "127.0.0.1" && hostname !== "localhost";
    await page.route(hosts, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await enterAs(page, "trial@example.com", "/");
    await expect(main(page).getByText(/^無料体験は残り[1-7]日です$/)).toBeVisible();
    await page.goto("/search?q=コピー&type=all");
    await expect(cards(page).first()).toBeVisible();
    await page.goto("/notices");
    await expect(main(page).locator("summary").first()).toBeVisible();
    await expect(main(page).getByText("未読")).toHaveCount(0);
    await page.goto("/playlists");
    await cards(page).first().getByRole("link").click();
    // The list of playlists stays until the playlist has come.
    await expect(page).toHaveURL(/\/playlists\/\d+$/);
    await cards(page).locator('a[href*="?playlist="]').first().click();
    await expect(page).toHaveURL(/\/video\/[\w.-]+\?playlist=\d+$/);
    await expect(main(page).locator("iframe")).toHaveAttribute("src", /youtube-nocookie\.com\/embed\//);
    await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/profile");
    await expect(main(page).getByText("無料体験中")).toBeVisible();
  });

  test("a subscriber sees prices with tax, and can change, pay and end the plan", async ({ page }) => {
    await answerBySpecification(page);
    await enterAs(page, "member@example.com", "/checkout");
    await expect(main(page).getByText("1,650円").first()).toBeVisible();
    await expect(main(page).getByText("1か月あたり 1,375円（税込）")).toBeVisible();
    await page.goto("/subscription/change-plan");
    await expect(main(page).getByText("差額を、本日お支払いいただきます。")).toBeVisible();
    await expect(main(page).getByRole("button", { name: "年額プランに変更する" })).toBeEnabled();
    await page.goto("/profile");
    await expect(main(page).getByRole("button", { name: "カードの変更・請求書と領収書" })).toBeVisible();
    await expect(main(page).getByRole("link", { name: "プランを変更する" })).toBeVisible();
    await expect(main(page).getByRole("button", { name: "解約する" })).toBeVisible();
    await page.goto("/watch-history");
    await expect(cards(page).first()).toBeVisible();
    await expect(main(page).getByText("に視聴")).toHaveCount(0);
  });
});
