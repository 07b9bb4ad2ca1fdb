import type { HomeCuration } from "@manabiya/contract/catalogue/home-curation.ts";
import type { Playlist, PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { ask, newestOf } from "./demo-videos.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, becomeTrial, test } from "./fixtures.ts";
import { newestVideos } from "./member-calls.ts";
import { asColleague } from "./staff-calls.ts";
import { callAs, enterAsStaff, signInAsStaff } from "./staff-pages.ts";
import { DESKTOP, expectToFit } from "./widths.ts";

const HOME = "/api/admin/home/";
const TITLE = "はじめての方へ";

const main = (page: Page) => page.getByRole("main");
const section = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
const headings = (page: Page) => main(page).getByRole("heading", { level: 2 });
const titles = (page: Page, name: string) => section(page, name).getByRole("article").getByRole("heading");
const pins = (page: Page) =>
  main(page)
    .getByRole("region", { name: /^固定するおすすめ動画/ })
    .getByRole("listitem");
const save = (page: Page) => main(page).getByRole("button", { name: "保存" });

/** The other journeys of this server see home as it was. */
test.afterEach(async ({ page }) => {
  await asColleague(page, "PUT", HOME, { pinned: [], newcomers_playlist: null });
});

/**
 * A playlist of four lessons, the first of which is new and plays here, and two older videos to pin. The others are in no other
 * playlist, because home goes on with the first one that has the lesson.
 */
async function prepare(page: Page) {
  await signInAsStaff(page);
  const played = await newestOf(page, "file");
  const taken = new Set([played.id]);
  for (const { id } of await ask<Playlist[]>(page, "/api/playlists/")) {
    const { videos } = await ask<PlaylistDetail>(page, `/api/playlists/${id}/`);
    for (const { video } of videos) taken.add(video.id);
  }
  const free = (await newestVideos(page, 40)).filter(({ id }) => !taken.has(id));
  const [a, b, c, first, second] = free.slice(-5) as [VideoCard, VideoCard, VideoCard, VideoCard, VideoCard];
  const lessons = [played, a, b, c];
  const { id } = await asColleague<Playlist>(page, "POST", "/api/playlists/create/", { title: TITLE, description: "" });
  for (const { id: video_id } of lessons) await asColleague(page, "POST", `/api/playlists/${id}/videos/`, { video_id });
  return { id, lessons, played, first, second };
}

async function pin(page: Page, title: string): Promise<void> {
  const search = main(page).getByRole("searchbox", { name: "動画を検索" });
  await search.fill(title);
  await search.press("Enter");
  await main(page).getByRole("region", { name: "動画を選択" }).getByRole("button", { name: title }).click();
}

test("staff pin and order videos, and newcomers see their playlist until three lessons are finished", async ({
  page,
}) => {
  test.slow();
  const { id, lessons, played, first, second } = await prepare(page);
  await enterAsStaff(page, "/admin/home");
  await main(page).getByLabel("はじめての方への再生リスト").selectOption(String(id));
  await main(page).getByText("固定する動画を探す").click();
  await pin(page, first.title);
  await expect(pins(page)).toHaveCount(1);
  await pin(page, first.title);
  await expect(main(page).getByText(`「${first.title}」はすでに固定しています。`)).toBeVisible();
  await pin(page, second.title);
  await expect(pins(page)).toHaveText([new RegExp(first.title), new RegExp(second.title)]);
  await page.getByRole("button", { name: `${second.title}を上へ` }).press("Enter");
  await expect(pins(page)).toHaveText([new RegExp(second.title), new RegExp(first.title)]);

  // The preview shows the choice before it is saved.
  const preview = main(page).locator("[data-preview=newcomer]");
  await expect(preview.getByRole("region", { name: "はじめの一本", includeHidden: true })).toContainText(TITLE);
  await expect(preview.locator("section").last().locator("h3").first()).toHaveText(second.title);
  await main(page).getByRole("button", { name: "視聴履歴のある会員" }).click();
  await expect(main(page).locator("[data-preview=regular] h2").nth(1)).toHaveText("視聴履歴");
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(DESKTOP);
  expect((await callAs<HomeCuration>(page, "GET", HOME)).pinned).toEqual([]);
  await save(page).click();
  await expect(main(page).getByText("ホームの設定を保存しました。")).toBeVisible();

  await becomeTrial(page);
  await page.setViewportSize(DESKTOP);
  await page.goto("/");
  await expect(headings(page)).toHaveText(["新着動画", "おすすめ動画"]);
  const firstLesson = main(page).getByRole("region", { name: "はじめの一本" });
  await expect(firstLesson).toContainText(TITLE);
  await expect(firstLesson.getByRole("link")).toHaveText(lessons[0]?.title ?? "");
  // Nothing is missing because it stands in another row.
  const newest = await newestVideos(page, 8);
  await expect(titles(page, "新着動画")).toHaveText(newest.map(({ title }) => title));
  expect((await titles(page, "おすすめ動画").allTextContents()).slice(0, 2)).toEqual([second.title, first.title]);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  // A lesson in the middle comes first, and what is finished makes way for the next one.
  const watch = (video: Pick<VideoCard, "id">, position: number) =>
    callAs(page, "POST", `/api/videos/${video.id}/progress/`, { data: { position, duration: 100 } });
  const row = main(page).getByRole("region", { name: "続きから" }).getByRole("link");
  for (const [position, next] of [
    [50, lessons[1]],
    [90, lessons[2]],
  ] as const) {
    await watch(lessons[1] ?? played, position);
    await page.reload();
    await expect(headings(page)).toHaveText(["新着動画", "視聴履歴", "おすすめ動画"]);
    await expect(row).toHaveText(next?.title ?? "");
    await expect(titles(page, "視聴履歴")).toHaveText([lessons[1]?.title ?? ""]);
  }
  await row.click();
  await expect(page).toHaveURL(`/video/${lessons[2]?.id ?? 0}?playlist=${id}`);
});

test.describe("when a colleague was first", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("their choice is not overwritten unseen, and a removed pin leaves home", async ({ page }) => {
    const { first, second } = await prepare(page);
    await callAs(page, "PUT", HOME, { data: { pinned: [first.id], newcomers_playlist: null } });
    await enterAsStaff(page, "/admin/home");
    await expect(pins(page)).toHaveCount(1);
    await asColleague(page, "PUT", HOME, { pinned: [second.id], newcomers_playlist: null });
    await page.getByRole("button", { name: `${first.title}を固定から外す` }).click();
    await save(page).click();
    await expect(main(page).getByRole("alert")).toContainText(second.title);
    await main(page).getByRole("button", { name: "上書きする" }).click();
    await expect(main(page).getByText("ホームの設定を保存しました。")).toBeVisible();
    expect((await callAs<HomeCuration>(page, "GET", HOME)).pinned).toEqual([]);
  });
});
