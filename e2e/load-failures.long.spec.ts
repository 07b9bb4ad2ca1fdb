import type { Locator, Page } from "@playwright/test";
import type { Home } from "@manabiya/contract/catalogue/home.ts";
import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { answerInstead, cutOff, REFUSED } from "./api-answers.ts";
import { ask } from "./demo-videos.ts";
import { signInAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

interface Failing {
  /** The screen and its main call. */
  path: string;
  call: string;
  /** The expected message. */
  sentence: string;
  /** The answers to the following attempts. The first attempt does not reach the server. */
  answers?: [status: number, body?: object][];
  /** The screen shows it once it has the answer. */
  content: (main: Locator) => Locator;
}

/** Expects a failure message at every attempt until one succeeds. */
async function expectAnotherTry(page: Page, failing: Failing): Promise<void> {
  const { path, call, sentence, answers = [[500]], content } = failing;
  const main = page.getByRole("main");
  const alert = main.getByRole("alert");
  const again = main.getByRole("button", { name: "再試行" });
  let restore = await cutOff(page, call);
  await page.goto(path);
  await expect(alert).toContainText(sentence);
  await expectAccessible(page);
  for (const [status, body] of answers) {
    await restore();
    restore = await answerInstead(page, call, status, body);
    const refused = page.waitForResponse(
      (response) => response.status() === status && new URL(response.url()).pathname === call,
    );
    await again.click();
    await refused;
    await expect(alert).toContainText(sentence);
  }
  await restore();
  await again.click();
  await expect(content(main)).toBeVisible();
  await expect(alert).toHaveCount(0);
}

const card = (main: Locator) => main.getByRole("article").first();
const row = (main: Locator) => main.getByRole("table").getByRole("rowheader").first();

test.use({ expectedErrors: [REFUSED] });

test("members' screens name what could not be read, and read it again", async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  const [playlist] = await ask<Playlist[]>(page, "/api/playlists/");
  const [video] = (await ask<Home>(page, "/api/home/")).newVideos;
  const lists = "再生リストの読み込みに失敗しました";
  const all: Failing[] = [
    { path: "/new-videos", call: "/api/videos/search/", sentence: "新着動画を読み込めませんでした。", content: card },
    {
      path: "/favorites",
      call: "/api/favorites/",
      sentence: "お気に入りの動画を読み込めませんでした。",
      content: card,
    },
    {
      path: "/watch-later",
      call: "/api/watch-later/",
      sentence: "「後で見る」を読み込めませんでした。",
      content: card,
    },
    {
      path: "/category/1",
      call: "/api/categories/1/videos/",
      sentence: "動画の取得中にエラーが発生しました。",
      content: card,
    },
    { path: "/watch-history", call: "/api/history/", sentence: "視聴履歴を読み込めませんでした。", content: card },
    {
      path: "/search?q=コピー&type=all",
      call: "/api/videos/search/",
      sentence: "検索結果の取得中にエラーが発生しました。",
      content: card,
    },
    { path: "/playlists", call: "/api/playlists/", sentence: lists, content: card },
    {
      path: `/playlists/${playlist?.id}`,
      call: `/api/playlists/${playlist?.id}/`,
      sentence: lists,
      content: (main) => main.getByRole("link", { name: /./ }).nth(5),
    },
    {
      path: "/notices",
      call: "/api/notices/",
      sentence: "お知らせの取得に失敗しました。",
      answers: [[500], [403, { error: "権限エラー: アクセス権限がありません。" }]],
      content: (main) => main.locator("details").first(),
    },
    {
      path: `/video/${video?.id}`,
      call: `/api/videos/${video?.id}/`,
      sentence: "動画の取得中にエラーが発生しました。",
      content: (main) => main.getByRole("heading", { level: 1, name: video?.title ?? "" }),
    },
  ];
  for (const failing of all) await expectAnotherTry(page, failing);
});

test("the staff's screens name what could not be read, and read it again", async ({ page }) => {
  await signInAs(page, "staff@example.com");
  const [video] = (await ask<Home>(page, "/api/home/")).newVideos;
  const all: Failing[] = [
    {
      path: "/admin/categories",
      call: "/api/admin/categories/",
      sentence: "カテゴリーを読み込めませんでした。",
      content: row,
    },
    { path: "/admin/tags", call: "/api/admin/tags/", sentence: "タグを読み込めませんでした。", content: row },
    { path: "/admin/notices", call: "/api/admin/notices/", sentence: "お知らせの取得に失敗しました。", content: row },
    {
      path: `/admin/chapters?video=${video?.id}`,
      call: `/api/admin/videos/${video?.id}/chapters-info/`,
      sentence: "チャプターを読み込めませんでした。",
      content: (main) => main.getByRole("listitem").first(),
    },
  ];
  for (const failing of all) await expectAnotherTry(page, failing);
});
