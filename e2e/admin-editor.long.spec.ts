import type { Page } from "@playwright/test";
import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { nextSeek } from "./demo-videos.ts";
import { DEMO_PASSWORD, expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { callAs, enterAsStaff, makeVideo, PICTURE, signInAsStaff } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";
import { standInForYouTube } from "./stand-ins/youtube.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const part = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
const basics = (page: Page) => part(page, "基本情報");
const title = (page: Page) => basics(page).getByLabel("タイトル", { exact: true });
const newChapter = (page: Page) => page.getByRole("form", { name: "新しいチャプター" });
const read = (page: Page, id: number) => callAs<AdminVideo>(page, "GET", `/api/admin/videos/${id}/`);
/** Waits for a sentence of the bar above all forms. */
const bar = (page: Page, text: string) =>
  expect(page.getByRole("main").getByRole("status").filter({ hasText: text })).toBeVisible();
const NOTHING_UNSAVED = "保存していない変更はありません。";
const SAVED = "保存しました。";
const RESTORED = "保存していない入力を復元しました。";

/** A stored video of the demo, so that a real player plays it. */
async function aStoredVideo(page: Page): Promise<AdminVideo> {
  const videos = await callAs<AdminVideo[]>(page, "GET", "/api/admin/videos/list/");
  const video = videos.find(({ host, chapter_count }) => host === "file" && chapter_count > 1);
  if (!video) throw new Error("No stored video with chapters in the demo");
  return video;
}

async function position(page: Page): Promise<number> {
  return page.locator("video").evaluate((element: HTMLVideoElement) => element.currentTime);
}

test("publishes a video by paste on a phone, and leads from there to its page and its editor", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await standInForYouTube(page, { does: "play", seconds: 100, speed: 1 });
  await enterAsStaff(page, "/admin/dashboard");
  await button(page, "画面・動画を探す").click();
  await page.getByRole("combobox", { name: "移動先" }).fill("登録する");
  await page.keyboard.press("Enter");
  const name = `貼り付けた動画${process.pid}`;
  await page.getByLabel("タイトル", { exact: true }).fill(name);
  await page
    .getByLabel("動画ID", { exact: true })
    .fill(`https://www.youtube.com/watch?v=${`pasted-${process.pid}`.padEnd(11, "-").slice(0, 11)}&t=10s`);
  await page.getByLabel("概要文（任意）").fill("0:00 はじめに\n1:30 見出しの型");
  await button(page, "登録する").click();
  const toast = page.getByRole("status").filter({ hasText: `「${name}」を登録しました。` });
  await expect(toast.getByRole("link")).toHaveText(["見る", "編集"]);
  // Focus keeps the message on the screen.
  await toast.getByRole("link", { name: "見る" }).focus();
  await expectAccessible(page);
  await expectToFit(page);
  await toast.getByRole("link", { name: "見る" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("region", { name: "チャプター" })).toContainText("見出しの型");
  await page.getByRole("main").getByRole("link", { name: "編集", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "動画の編集" })).toBeVisible();
  await expect(title(page)).toHaveValue(name);
  await page.getByRole("main").getByRole("link", { name: "見る", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("offers the editor to staff alone on the watch page", async ({ page }) => {
  await signInAsStaff(page);
  const { id } = await aStoredVideo(page);
  await page.goto(`/video/${id}`);
  await expect(page.getByRole("main").getByRole("link", { name: "編集", exact: true })).toHaveAttribute(
    "href",
    `/admin/videos/${id}`,
  );
  await expectAccessible(page);
  await expectToFit(page);
});

test("corrects title, picture, description and two chapters beside the player without leaving the page", async ({
  page,
}) => {
  await signInAsStaff(page);
  const { id } = await aStoredVideo(page);
  await page.goto(`/admin/videos/${id}`);
  await expect(title(page)).toBeVisible();
  await expect(part(page, "チャプター一覧").getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  await page.getByRole("navigation", { name: "この画面の項目" }).getByRole("button", { name: "再生リスト" }).click();
  await expect(page.getByRole("main").getByRole("heading", { name: "再生リスト", exact: true })).toBeFocused();
  await expect(part(page, "再生リスト")).toBeInViewport();
  await title(page).fill("直したタイトル");
  await basics(page)
    .getByLabel("サムネイル画像")
    .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: PICTURE });
  // The form waits for the picture, which is another version of the video.
  await expect(button(page, "保存")).not.toHaveAttribute("aria-disabled", "true");
  await expect(title(page)).toHaveValue("直したタイトル");
  const description = part(page, "概要文").getByLabel("概要文");
  await description.fill("直した概要文");
  await bar(page, "保存していない変更：タイトル、概要文");
  await expectAccessible(page);
  await expectToFit(page);
  // Both forms write the same record, and neither takes the other's change for a conflict.
  await button(page, "保存").click();
  await bar(page, SAVED);
  await expect(button(page, "保存")).toBeFocused();
  expect(await read(page, id)).toMatchObject({ title: "直したタイトル", description: "直した概要文" });
  await title(page).fill("もう一度直したタイトル");
  await basics(page).getByLabel("公開", { exact: true }).selectOption("下書きにする");
  await bar(page, "保存していない変更：タイトル、公開");
  await title(page).press("Enter");
  await bar(page, SAVED);
  expect(await read(page, id)).toMatchObject({
    title: "もう一度直したタイトル",
    description: "直した概要文",
    status: "draft",
    thumbnail: expect.stringContaining("/media/thumbnails/"),
  });

  // The video is a draft now, and plays here nevertheless.
  const use = newChapter(page).getByRole("button", { name: "現在の再生位置を使う" });
  await expect(use).toHaveAttribute("aria-disabled", "true");
  const [first] = await callAs<AdminChapter[]>(page, "GET", `/api/admin/videos/${id}/chapters-info/`);
  await part(page, "プレーヤー").getByRole("button", { name: "再生する" }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(0);
  await page.locator("video").evaluate((element: HTMLVideoElement) => {
    element.pause();
    element.currentTime = 4.6;
  });
  await expect(use).not.toHaveAttribute("aria-disabled", "true");
  await expect(async () => {
    await use.click();
    await expect(newChapter(page).getByLabel("時間（MM:SS）")).toHaveValue("00:04", { timeout: 500 });
  }).toPass();
  await newChapter(page).getByLabel("チャプタータイトル").fill("足したチャプター");
  await newChapter(page).getByLabel("説明").fill("足した説明");
  await expectAccessible(page);
  await newChapter(page).getByLabel("チャプタータイトル").press("Enter");
  await expect(page.getByText("チャプターを作成しました。", { exact: true })).toBeVisible();
  // The next chapter can be typed at once.
  await expect(newChapter(page).getByLabel("チャプタータイトル")).toBeFocused();

  const row = part(page, "チャプター一覧").getByRole("form", { name: `「${first?.title}」を編集` });
  await button(page, `「${first?.title}」を編集`).click();
  await row.getByRole("button", { name: "現在の再生位置を使う" }).click();
  await expect(row.getByLabel("時間（MM:SS）")).toHaveValue("00:04");
  await row.getByLabel("時間（MM:SS）").fill("00:02");
  await row.getByLabel("チャプタータイトル").fill("直したチャプター");
  await bar(page, `保存していない変更：チャプター「${first?.title}」`);
  await button(page, "保存").click();
  await expect(page.getByText("チャプターを更新しました。", { exact: true })).toBeVisible();
  // The player stands at 4.6 seconds, so its position alone would prove nothing.
  const sought = await nextSeek(page);
  await page.getByRole("button", { name: /^2秒 ?から再生$/ }).click();
  expect(await sought()).toBeCloseTo(2);
  expect(await callAs<AdminChapter[]>(page, "GET", `/api/admin/videos/${id}/chapters-info/`)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: "足したチャプター", time_seconds: 4 }),
      expect.objectContaining({ title: "直したチャプター", time_seconds: 2 }),
    ]),
  );
  await expect(page).toHaveURL(`/admin/videos/${id}`);
});

test("puts the video into playlists and takes it out", async ({ page }) => {
  await signInAsStaff(page);
  const { id } = await makeVideo(page);
  const name = `編集画面のリスト${process.pid}`;
  const { id: playlist } = await callAs<{ id: number }>(page, "POST", "/api/playlists/create/", {
    data: { title: name, description: "" },
  });
  await page.goto(`/admin/videos/${id}`);
  const box = part(page, "再生リスト").getByRole("checkbox", { name });
  const entries = async () =>
    (await callAs<{ entries: { video: { id: number } }[] }>(page, "GET", `/api/playlists/${playlist}/manage/`)).entries;
  await box.click();
  await expect(page.getByText(`「${name}」に追加しました。`)).toBeVisible();
  await expect(box).toBeChecked();
  expect((await entries()).map(({ video }) => video.id)).toEqual([id]);
  await expectAccessible(page);
  await box.click();
  await expect(page.getByText(`「${name}」から外しました。`)).toBeVisible();
  await expect(box).not.toBeChecked();
  expect(await entries()).toEqual([]);
});

test("keeps what was typed over a reload, and forgets what was discarded or saved", async ({ page }) => {
  // The browser asks before it leaves unsaved text.
  page.on("dialog", (dialog) => void dialog.accept());
  await signInAsStaff(page);
  const { id, title: before } = await makeVideo(page);
  await page.goto(`/admin/videos/${id}`);
  await title(page).fill("書きかけのタイトル");
  await basics(page).getByLabel("サムネイルのURL").fill("https://example.com/typed.webp");
  await part(page, "概要文").getByLabel("概要文").fill("書きかけの概要文\n0:10 書きかけ");
  await newChapter(page).getByLabel("チャプタータイトル").fill("書きかけのチャプター");
  await page.reload();
  await expect(page.getByText(RESTORED)).toHaveCount(3);
  await expect(title(page)).toHaveValue("書きかけのタイトル");
  await expect(basics(page).getByLabel("サムネイルのURL")).toHaveValue("https://example.com/typed.webp");
  await expect(newChapter(page).getByLabel("チャプタータイトル")).toHaveValue("書きかけのチャプター");
  await expectAccessible(page);
  await expectToFit(page);
  await bar(page, "保存していない変更：タイトル、サムネイルのURL、概要文、新しいチャプター");
  await newChapter(page).getByRole("button", { name: "破棄する" }).click();
  await expect(newChapter(page).getByLabel("チャプタータイトル")).toHaveValue("");
  await basics(page).getByRole("button", { name: "破棄する" }).click();
  await expect(title(page)).toHaveValue(before);
  await expect(basics(page).getByLabel("サムネイルのURL")).toHaveValue("");
  await button(page, "概要文の時間からチャプターを作る（1件）").click();
  await bar(page, "保存していない変更：概要文、概要文から作るチャプター");
  await button(page, "保存").click();
  await bar(page, SAVED);
  await expect(part(page, "チャプター一覧").getByRole("listitem")).toHaveText(/書きかけ/);
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await title(page).fill("破棄するタイトル");
  await newChapter(page).getByLabel("チャプタータイトル").fill("破棄するチャプター");
  await button(page, "変更を破棄").click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "破棄する" }).click();
  await bar(page, NOTHING_UNSAVED);
  await expect(title(page)).toHaveValue(before);
  await expect(newChapter(page).getByLabel("チャプタータイトル")).toHaveValue("");
  await title(page).fill("書きかけのタイトル");
  await page.getByRole("navigation", { name: "管理" }).getByRole("link", { name: "分類" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "破棄して進む" }).click();
  await expect(page).toHaveURL("/admin/categories");
  await page.goto(`/admin/videos/${id}`);
  await expect(title(page)).toHaveValue(before);
  await expect(basics(page).getByLabel("サムネイルのURL")).toHaveValue("");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  expect(await read(page, id)).toMatchObject({ title: before, description: "書きかけの概要文\n0:10 書きかけ" });
});

test.describe("while something goes wrong", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("keeps what was typed over a lost session, and reports a change of another editor meanwhile", async ({
    page,
  }) => {
    await signInAsStaff(page);
    const { id, video_id } = await makeVideo(page);
    await page.goto(`/admin/videos/${id}`);
    await title(page).fill("失われないタイトル");
    // A part that still loads would end the session before the editor saves.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      localStorage.setItem("token", "ended");
      localStorage.setItem("refreshToken", "ended");
    });
    await button(page, "保存").click();
    await expect(page).toHaveURL(`/login?next=%2Fadmin%2Fvideos%2F${id}`);
    await asColleague(page, "PUT", `/api/admin/videos/${id}/`, { title: "同僚のタイトル", video_id });
    await page.getByLabel("メールアドレス").fill("staff@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await expect(title(page)).toHaveValue("失われないタイトル");
    await expect(page.getByText(RESTORED)).toBeVisible();
    await part(page, "概要文").getByLabel("概要文").fill("一緒に保存する概要文");
    await newChapter(page).getByLabel("説明").fill("タイトルのないチャプター");
    await button(page, "保存").click();
    // The rest is saved, and the focus goes to the first part that is not.
    await bar(page, "保存できなかった変更：タイトル、新しいチャプター");
    await expect(basics(page).getByRole("alert")).toContainText("同僚のタイトル");
    await expect(basics(page).getByRole("alert")).toBeFocused();
    await expect(newChapter(page).getByText("チャプタータイトルを入力してください。")).toBeVisible();
    await expect(title(page)).toHaveValue("失われないタイトル");
    await expectAccessible(page);
    await button(page, "上書きする").click();
    await bar(page, "保存できなかった変更：新しいチャプター");
    await button(page, "保存").click();
    await expect(newChapter(page).getByLabel("チャプタータイトル")).toBeFocused();
    expect(await read(page, id)).toMatchObject({ title: "失われないタイトル", description: "一緒に保存する概要文" });
  });

  test("does not show one user's typed text to the next", async ({ page }) => {
    await signInAsStaff(page);
    const { id, title: before } = await makeVideo(page);
    await page.goto(`/admin/videos/${id}`);
    await title(page).fill("ほかの人には見せない");
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("ほかの人には見せない");
    await page.getByRole("button", { name: /さんのメニュー$/ }).click();
    await button(page, "ログアウト").click();
    await expect(page).toHaveURL("/login");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("ほかの人には見せない");
    await page.getByLabel("メールアドレス").fill("superuser@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await expect(page).toHaveURL("/");
    await page.goto(`/admin/videos/${id}`);
    await expect(title(page)).toHaveValue(before);
  });

  test("says that a video is missing or cannot be read, and that a playlist was not changed", async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await enterAsStaff(page, "/admin/videos/2000000000");
    await expect(page.getByText("動画が見つかりません。")).toBeVisible();
    await expectAccessible(page);
    const { id } = await makeVideo(page);
    const restore = await answerInstead(page, `/api/admin/videos/${id}/playlists/`, 500);
    await page.goto(`/admin/videos/${id}`);
    await expect(part(page, "再生リスト").getByRole("alert")).toContainText("再生リストを読み込めませんでした。");
    await expectAccessible(page);
    await restore();
    await part(page, "再生リスト").getByRole("button", { name: "再試行" }).click();
    const box = part(page, "再生リスト").getByRole("checkbox").first();
    await page.route("**/api/playlists/*/videos/", (route) => route.fulfill({ status: 500, json: {} }));
    await box.click();
    await expect(part(page, "再生リスト").getByRole("alert")).toHaveText("再生リストの更新に失敗しました。");
    await expect(box).not.toBeChecked();
  });
});
