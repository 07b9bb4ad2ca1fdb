import type { Page } from "@playwright/test";
import type { Playlist, PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, test, LONG } from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

/** All of its videos are files of this service and really play. */
const TITLE = "はじめの一週間で見る7本";

const main = (page: Page) => page.getByRole("main");
const cards = (page: Page) => main(page).getByRole("article");

/** Calls the server as the signed-in member of the page. */
async function ask<T>(page: Page, path: string): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const response = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}`);
  return (await response.json()) as T;
}

async function demoPlaylist(page: Page): Promise<PlaylistDetail> {
  const playlists = await ask<Playlist[]>(page, "/api/playlists/");
  const found = playlists.find(({ title }) => title === TITLE);
  return ask(page, `/api/playlists/${found?.id}/`);
}

function videoAt({ videos }: PlaylistDetail, index: number): PlaylistDetail["videos"][number]["video"] {
  const entry = videos.at(index);
  if (!entry) throw new Error(`The playlist has no entry ${index}`);
  return entry.video;
}

async function playToTheEnd(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  await page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.4;
  });
  await expect(page.getByRole("button", { name: "もう一度見る" })).toBeVisible();
}

test.describe("Playlists", () => {
  test("are listed and opened", async ({ page }) => {
    await enterAs(page, "yearly@example.com", "/playlists");
    await expect(cards(page)).toHaveCount(6);
    const card = cards(page).filter({ hasText: TITLE });
    await expect(card.getByText("7本の動画")).toBeVisible();
    await expect(card.getByText("登録したばかりの方へ。")).toHaveCSS("-webkit-line-clamp", "2");
    await expectAccessible(page);
    await expectToFit(page);
    await page.setViewportSize(PHONE);

    const playlist = await demoPlaylist(page);
    await card.getByRole("link", { name: TITLE }).click();
    await expect(page).toHaveURL(`/playlists/${playlist.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITLE);
    await expect(main(page).getByText("7本の動画・約10分")).toBeVisible();
    await expect(main(page).getByText(playlist.description)).toBeVisible();
    const links = main(page).getByRole("listitem").getByRole("link");
    await expect(links).toHaveText(playlist.videos.map(({ video }) => video.title));
    await expectAccessible(page);
    await expectToFit(page);
    await main(page).getByRole("link", { name: "最初から見る" }).click();
    await expect(page).toHaveURL(`/video/${videoAt(playlist, 0).id}?playlist=${playlist.id}`);
  });

  test("show that they have no description", LONG, async ({ page }) => {
    await signInAs(page, "yearly@example.com");
    const playlist = await demoPlaylist(page);
    await answerInstead(page, "/api/playlists/", 200, [{ ...playlist, description: "" }]);
    await answerInstead(page, `/api/playlists/${playlist.id}/`, 200, { ...playlist, description: "" });
    await page.goto("/playlists");
    await expect(cards(page).getByText("説明はありません")).toBeVisible();
    await cards(page).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITLE);
    await expect(main(page).getByText("説明はありません")).toBeVisible();
  });

  test("play video after video and mark the current one", async ({ page }) => {
    await signInAs(page, "yearly@example.com");
    const playlist = await demoPlaylist(page);
    await page.goto(`/playlists/${playlist.id}`);
    await main(page).getByRole("link", { name: "最初から見る" }).click();
    const panel = page.getByRole("region", { name: TITLE });
    await expect(panel.getByText("7本中1本目")).toBeVisible();
    await expect(panel.getByRole("article")).toHaveCount(7);
    await expect(panel.locator("[aria-current=true]")).toContainText(videoAt(playlist, 0).title);
    await expectAccessible(page);
    await expectToFit(page);

    await panel.getByRole("link", { name: videoAt(playlist, 4).title }).click();
    await expect(panel.getByText("7本中5本目")).toBeVisible();

    await page.setViewportSize(PHONE);
    await playToTheEnd(page);
    await expect(page.getByText("再生リストの次の動画")).toBeVisible();
    const next = videoAt(playlist, 5);
    await main(page).getByRole("link", { name: next.title }).first().click();
    await expect(page).toHaveURL(`/video/${next.id}?playlist=${playlist.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(next.title);
    await expect(panel.getByText("7本中6本目")).toBeVisible();
    await expect(panel.locator("[aria-current=true]")).toContainText(next.title);
    await panel.getByRole("link", { name: videoAt(playlist, 6).title }).click();
    await expect(panel.getByText("7本中7本目")).toBeVisible();
    await panel.scrollIntoViewIfNeeded();
    await expect(panel.locator("[aria-current=true]")).toBeInViewport();
    await panel.getByRole("link", { name: TITLE }).click();
    await expect(page).toHaveURL(`/playlists/${playlist.id}`);
  });
});

test("After a playlist's last video a related one is suggested", async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  const playlist = await demoPlaylist(page);
  await page.goto(`/video/${videoAt(playlist, -1).id}?playlist=${playlist.id}`);
  await expect(page.getByText("7本中7本目")).toBeVisible();
  await playToTheEnd(page);
  await expect(page.getByText("次の動画", { exact: true })).toBeVisible();
  await expect(page.getByText("再生リストの次の動画")).toBeHidden();
  const { related_videos } = await ask<VideoDetail>(page, `/api/videos/${videoAt(playlist, -1).id}/`);
  await main(page)
    .getByRole("link", { name: related_videos[0]?.title ?? "?" })
    .first()
    .click();
  await expect(page).toHaveURL(`/video/${related_videos[0]?.id}`);
});

test("A video ignores a playlist that lacks it or does not exist", LONG, async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  const [other, playlist] = [await ask<Playlist[]>(page, "/api/playlists/"), await demoPlaylist(page)];
  const strange = other.find(({ title }) => title === "小さなお店の集客")?.id;
  await page.goto(`/video/${videoAt(playlist, 0).id}?playlist=${strange}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(videoAt(playlist, 0).title);
  await expect(page.getByRole("heading", { name: "関連動画" })).toBeVisible();
  await expect(main(page).getByRole("region", { name: /再生リスト/ })).toHaveCount(0);
});

test("A member without access sees a playlist's videos, with links to the plans", async ({ page }) => {
  await enterAs(page, "inactive@example.com", "/playlists");
  await cards(page).getByRole("link", { name: TITLE }).click();
  await expect(main(page).getByRole("listitem")).toHaveCount(7);
  await expect(main(page).getByText("要プラン")).toHaveCount(7);
  await expect(main(page).getByRole("link", { name: "最初から見る" })).toBeHidden();
  await expect(main(page).getByRole("button", { name: /」を完了にする$/ })).toHaveCount(0);
  await main(page).getByRole("listitem").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/checkout\?next=%2Fvideo%2F\d+%3Fplaylist%3D\d+$/);
});

test("Playlists may come as { results }, and those without a picture show the default one", LONG, async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  const playlist = { title: "絵のないリスト", description: "まだ動画はありません。", video_count: 0 };
  const results = [
    { id: 901, ...playlist, thumbnail: null },
    { id: 902, ...playlist, thumbnail: "/robots.txt" },
  ];
  await answerInstead(page, "/api/playlists/", 200, { results });
  await answerInstead(page, "/api/playlists/901/", 200, { ...results[0], videos: [] });
  await page.goto("/playlists");
  await expect(cards(page)).toHaveCount(2);
  for (const picture of await cards(page).locator("img").all()) {
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/\/assets\/default-\d+-.*\.webp$/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await cards(page).first().getByRole("link").click();
  await expect(page.getByText("この再生リストに動画はありません")).toBeVisible();
  await expectAccessible(page);
});

test("An empty list of playlists says so", LONG, async ({ page }) => {
  await signInAs(page, "yearly@example.com");
  await answerInstead(page, "/api/playlists/", 200, []);
  await page.goto("/playlists");
  await expect(main(page).getByText("再生リストはありません", { exact: true })).toBeVisible();
});

test.describe("Playlists in trouble", LONG, () => {
  test.use({ expectedErrors: [REFUSED] });

  for (const id of ["999999", "abc"]) {
    test(`show that playlist ${id} does not exist`, async ({ page }) => {
      await enterAs(page, "yearly@example.com", `/playlists/${id}`);
      await expect(page.getByRole("heading", { name: "再生リストが見つかりません。" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "ほかの再生リストを見る" }).click();
      await expect(cards(page)).toHaveCount(6);
    });
  }
});

test("Staff see video numbers with the site's own name", LONG, async ({ page }) => {
  await signInAs(page, "staff@example.com");
  const { id } = await demoPlaylist(page);
  await page.route(`/playlists/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("学び舎", "別の塾") });
  });
  await page.goto(`/playlists/${id}`);
  await main(page).getByRole("button", { name: "再生リストを編集" }).click();
  await expect(main(page).getByText("別の塾の動画番号")).toBeVisible();
});
