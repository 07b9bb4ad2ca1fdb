import type { Page } from "@playwright/test";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { ask, newestOf } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { DEMO_PASSWORD, expect, test } from "./fixtures.ts";
import { standInForYouTube } from "./stand-ins/youtube.ts";

type Json = Record<string, unknown>;

const CARD =
  "id video_id title thumbnail duration created_at categories tags is_favorite watch_later view_count description chapters related_videos";
const BARE = "id video_id title created_at categories tags is_favorite watch_later view_count";
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

/** The calls of the product's specification, and their answers with its fields alone. */
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
  [/^\/api\/videos\/[^/]+\/progress\/$/, (own) => own],
  [/^\/api\/notices\/$/, list(NOTICE)],
  [/^\/api\/playlists\/$/, (own) => ({ results: own })],
  [/^\/api\/playlists\/\d+\/$/, playlist],
  [/^\/api\/(categories|tags|notices\/count)\/$/, (own) => own],
];

/** The removed fields and refused calls by path, for the message of a failed journey. */
const removedFields = new Map<string, Set<string>>();

/** Answers like a server written for the specification alone. */
async function answerBySpecification(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith("/api/"),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const call = CALLS.find(([path]) => path.test(pathname));
      if (!call) {
        recordRemoved(pathname, ["the whole call"]);
        return route.fulfill({ status: 404, json: {} });
      }
      const response = await route.fetch();
      const own = (await response.json()) as Json;
      const json = call[1](own);
      recordRemoved(pathname, cutFields(own, json));
      return route.fulfill({ response, json });
    },
  );
}

function recordRemoved(path: string, fields: string[]): void {
  const known = removedFields.get(path) ?? new Set();
  for (const field of fields) known.add(field);
  if (known.size > 0) removedFields.set(path, known);
}

/** @returns the fields of the first value that the second lacks, at any depth */
function cutFields(whole: unknown, cut: unknown): string[] {
  if (typeof whole !== "object" || whole === null || typeof cut !== "object" || cut === null) return [];
  const remaining = cut as Json;
  return Object.entries(whole).flatMap(([name, value]) =>
    name in remaining ? cutFields(value, remaining[name]) : Array.isArray(whole) ? [] : [name],
  );
}

test.beforeEach(() => removedFields.clear());

test.afterEach(({}, { status, expectedStatus }) => {
  if (status === expectedStatus) return;
  const lines = [...removedFields].map(([path, fields]) => `  ${path}: ${[...fields].join(", ")}`);
  throw new Error(
    `The server of this test removed fields that only ours sends:\n${lines.join("\n")}\n` +
      "Remedy: the screen must also work without these (decisions/021). If the compiler did not report it, the field " +
      "is missing from SpecifiedFields in web/src/api/answers.ts. If the specification names it, add it to CALLS here.",
  );
});

/** Blocks requests to other hosts, such as pictures. */
async function blockOtherHosts(page: Page): Promise<void> {
  const hosts = ({ hostname }: URL) => hostname !== "127.0.0.1" && hostname !== "localhost";
  await page.route(hosts, (route) => route.fulfill({ contentType: "text/html", body: "" }));
}

const main = (page: Page) => page.getByRole("main");
const cards = (page: Page) => main(page).getByRole("article");

test.describe("With a server that was written for the specification alone", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("a trial member searches, reads notices and watches", async ({ page }) => {
    await answerBySpecification(page);
    await blockOtherHosts(page);
    await enterAs(page, "trial@example.com", "/");
    await expect(main(page).getByText(/^無料体験は残り[1-7]日です$/)).toBeVisible();
    await page.goto("/search?q=コピー&type=all");
    await expect(cards(page).first()).toBeVisible();
    await page.goto("/notices");
    await expect(main(page).locator("summary").first()).toBeVisible();
    await expect(main(page).getByText("未読")).toHaveCount(0);
    await page.goto("/playlists");
    await cards(page).first().getByRole("link").click();
    // The list of playlists stays until the playlist has loaded.
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
    await expect(main(page).getByRole("button", { name: "カードの変更、請求書・領収書の確認" })).toBeVisible();
    await expect(main(page).getByRole("link", { name: "プランを変更する" })).toBeVisible();
    await expect(main(page).getByRole("button", { name: "解約する" })).toBeVisible();
    await page.goto("/watch-history");
    await expect(cards(page).first()).toBeVisible();
    await expect(main(page).getByText("に視聴")).toHaveCount(0);
  });

  test("at most eight videos are shown, also without picture, length or description", async ({ page }) => {
    await answerBySpecification(page);
    await blockOtherHosts(page);
    await signInAs(page, "yearly@example.com");
    const { results } = await ask<{ results: Json[] }>(page, "/api/videos/search/");
    const bare = results
      .slice(0, 12)
      .map((card, index) => ({ ...only(BARE, card), ...(index % 2 === 0 && { thumbnail: "" }) }));
    const home = { newVideos: bare, historyVideos: bare.slice(8, 10), recommendVideos: [] };
    await answerInstead(page, "/api/home/", 200, home);
    await page.goto("/");
    await expect(main(page).getByRole("region", { name: "新着動画" }).getByRole("article")).toHaveCount(8);
    await expect(main(page).getByText("NaN")).toHaveCount(0);
    await expect(main(page).locator("img:not([src])")).toHaveCount(0);

    const video = { ...bare[0], chapters: [], related_videos: bare.slice(1) };
    const path = `/api/videos/${String(results[0]?.["id"])}/`;
    const back = await answerInstead(page, path, 200, { ...video, detail: { description: "概要文です。" } });
    await page.goto(path.replace("/api/videos/", "/video/").slice(0, -1));
    await expect(main(page).getByText("概要文です。")).toBeVisible();
    await expect(main(page).getByRole("region", { name: "関連動画" }).getByRole("article")).toHaveCount(8);
    await back();
    await answerInstead(page, path, 200, video);
    await page.reload();
    await expect(main(page).getByText("説明はありません")).toBeVisible();
  });

  test("a visit of a video counts one view, and no position is sent", async ({ page }) => {
    await answerBySpecification(page);
    await blockOtherHosts(page);
    await standInForYouTube(page, { does: "play", seconds: 888, speed: 1 });
    await signInAs(page, "yearly@example.com");
    const { id } = await newestOf(page, "youtube");
    const sent: (string | null)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/progress/")) sent.push(request.postData());
    });
    const counted = page.waitForResponse((response) => response.url().endsWith("/progress/"));
    await page.goto(`/video/${id}`);
    await counted;
    await page.keyboard.press("k");
    await page.goto("/profile");
    await expect(main(page).getByText("年額プラン")).toBeVisible();
    expect(sent).toEqual([null]);
  });

  test("a new password's owner stays signed in, though the profile has no id", async ({ page }) => {
    await answerBySpecification(page);
    const answer = await page.request.post("/api/auth/login/", {
      data: { email: "yearly@example.com", password: DEMO_PASSWORD },
    });
    const { token } = (await answer.json()) as { token: object };
    await answerInstead(page, "/api/auth/password-reset/confirm/", 200, { success: true, token });
    await page.goto("/reset-password?token=anything");
    await page.getByLabel("新しいパスワード", { exact: true }).fill("tsubame-kaeru-42");
    await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill("tsubame-kaeru-42");
    await main(page).getByRole("button", { name: "パスワードを変更" }).click();
    await expect(page).toHaveURL("/profile");
    await page.reload();
    await expect(main(page).getByText("yearly@example.com")).toBeVisible();
    await expect(page).toHaveURL("/profile");
  });

  test("a refused plan change shows an error", async ({ page }) => {
    await answerBySpecification(page);
    await enterAs(page, "member@example.com", "/subscription/change-plan");
    for (const [body, sentence] of [
      [{ success: false, error: "カードをご確認ください。" }, "カードをご確認ください。"],
      [{ success: false }, "プランの変更に失敗しました。もう一度お試しください。"],
    ] as const) {
      const back = await answerInstead(page, "/api/subscription/change-plan/", 200, body);
      await main(page).getByRole("button", { name: "年額プランに変更する" }).click();
      await expect(main(page).getByRole("alert")).toHaveText(sentence);
      await back();
    }
  });

  test("a paid plan change is confirmed, whatever else the answer holds", async ({ page }) => {
    await answerBySpecification(page);
    await signInAs(page, "member@example.com");
    const done = main(page).getByRole("heading", { name: "プランを変更しました" });
    for (const body of ["", "{}", '{"success":true}']) {
      await page.route("/api/subscription/change-plan/complete/", (route) => route.fulfill({ body }));
      await page.goto("/subscription/success?session_id=any");
      await expect(done).toBeVisible();
      await expect(main(page).getByText("に変更しました。")).toHaveCount(0);
    }
    await answerInstead(page, "/api/subscription/change-plan/complete/", 200, { success: false });
    await page.goto("/subscription/success?session_id=any");
    await expect(page).toHaveURL("/profile");
    await page.goto("/subscription/change-success");
    await expect(page).toHaveURL("/profile");
  });

  test("解約 is confirmed, though the profile does not show it", async ({ page }) => {
    await answerBySpecification(page);
    await answerInstead(page, "/api/subscription/cancel/", 200, { message: "解約を受け付けました。" });
    await enterAs(page, "member@example.com", "/profile");
    await main(page).getByRole("button", { name: "解約する" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "解約する" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const said = main(page).getByRole("region", { name: "ご契約" }).getByRole("status");
    await expect(said.filter({ hasText: "解約を受け付けました。" })).toBeVisible();
  });
});

/** Calls whose answer may stand alone or under a name (decisions/032). */
const NAMED: [path: RegExp, name: string][] = [
  [/^\/api\/profile\/$/, "profile"],
  [/^\/api\/subscription\/prices\/$/, "prices"],
  [/^\/api\/videos\/\d+\/$/, "video"],
  [/^\/api\/categories\/$/, "categories"],
  [/^\/api\/playlists\/$/, "playlists"],
  [/^\/api\/playlists\/\d+\/$/, "playlist"],
];

test("With a server that answers lists and records under their names, every screen shows them", async ({ page }) => {
  await page.route(
    ({ pathname }) => NAMED.some(([path]) => path.test(pathname)),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const [, name = ""] = NAMED.find(([path]) => path.test(pathname)) ?? [];
      const response = await route.fetch();
      return route.fulfill({ response, json: { [name]: (await response.json()) as unknown } });
    },
  );
  await enterAs(page, "yearly@example.com", "/");
  const navigation = page.getByRole("navigation", { name: "メイン" });
  await expect(navigation.getByRole("group", { name: "カテゴリー" }).getByRole("link").first()).toBeVisible();
  await navigation.getByRole("group", { name: "再生リスト" }).getByRole("link").first().click();
  await expect(main(page).locator('a[href*="?playlist="]').first()).toBeVisible();
  await page.goto("/video/1");
  await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/checkout");
  await expect(main(page).getByText("1,650円").first()).toBeVisible();
  await page.goto("/profile");
  await expect(main(page).getByText("yearly@example.com")).toBeVisible();
});
