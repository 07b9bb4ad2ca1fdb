import { fileURLToPath } from "node:url";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import type { Page } from "@playwright/test";
import { answerInstead, delayCall, REFUSED } from "./api-answers.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test, LONG } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { callAs, enterAsStaff, makeVideo, signInAsStaff, PICTURE } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const CLIP = fileURLToPath(new URL("../demo/content/clips/ai-chunk-01.webm", import.meta.url));

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const rows = (page: Page) => page.getByRole("main").getByRole("table").getByRole("rowheader");
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
/** Presses a line of the row's menu. */
async function choose(page: Page, title: string, line: string): Promise<void> {
  await button(page, `「${title}」のその他の操作`).click();
  await page.getByRole("button", { name: line, exact: true }).click();
}
const editor = (page: Page) => page.getByRole("form", { name: /を編集$/ });

test("registers, edits, deletes and restores videos", async ({ page }) => {
  const title = "新しい動画";
  const video_id = `s${process.pid}`.padEnd(11, "-");
  await enterAsStaff(page, "/admin/videos");
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await page.setViewportSize(PHONE);
  await page.getByRole("main").getByRole("searchbox").fill(title);
  await page.keyboard.press("Enter");
  await expect(page.getByText("該当する動画はありません")).toBeVisible();
  await page.getByText("動画を登録する", { exact: true }).click();
  await button(page, "登録する").click();
  await expect(page.getByLabel("タイトル", { exact: true })).toBeFocused();
  await expect(page.getByText("動画IDを入力してください。")).toBeVisible();
  await page.getByLabel("タイトル", { exact: true }).fill(title);
  await page.getByLabel("動画ID", { exact: true }).fill(`https://youtu.be/${video_id}`);
  await page.getByRole("checkbox", { name: "コピーライティング" }).check();
  await page.getByRole("checkbox", { name: "初心者向け" }).check();
  await page
    .getByLabel("サムネイル画像（任意）")
    .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: PICTURE });
  const description = page.getByLabel("概要文（任意）");
  await description.fill("この動画では\n0:00 はじめに\n1:30 見出しの型\n2:00 余談");
  await page.getByLabel("2件目のタイトル").fill("見出しの三つの型");
  await button(page, "3件目を除く").click();
  await description.press("ControlOrMeta+Home");
  await page.keyboard.type("はじめての方へ。");
  await expect(page.getByRole("heading", { name: "概要文から作るチャプター（2件）" })).toBeVisible();
  await expect(page.getByLabel("2件目のタイトル")).toHaveValue("見出しの三つの型");
  await page.getByLabel("2件目の時間").fill("1:3");
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, "登録する").click();
  await expect(page.getByLabel("2件目の時間")).toBeFocused();
  await expect(page.getByText("時間は「1:30」のように入力してください。")).toBeVisible();
  await page.getByLabel("2件目の時間").fill("1:35");
  await button(page, "登録する").click();
  await expect(toast(page, `「${title}」を登録しました。`)).toBeVisible();
  const said = toast(page, title).getByRole("group");
  // The toast stays while the pointer is on it.
  await said.hover();
  await expect(said).toHaveCSS("background-color", "rgb(26, 107, 72)");
  await expectAccessibleInBothSchemes(page);
  await expect(rows(page).first()).toHaveText(title);
  await expect(page.getByLabel("タイトル", { exact: true })).toHaveValue("");
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: title }) });
  await expect(row).toContainText(video_id);
  await expect(row).toContainText("初心者向け");
  await button(page, `「${title}」のその他の操作`).click();
  await expect(row.getByRole("link", { name: "チャプター（2）" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(row.getByRole("link", { name: "チャプター（2）" })).toBeHidden();
  await expect(row.getByRole("link", { name: `「${title}」のサムネイルを開く` })).toHaveAttribute(
    "href",
    /^\/media\/thumbnails\//,
  );
  await page.getByText("動画を登録する", { exact: true }).click();

  await button(page, `「${title}」を編集`).click();
  await editor(page).getByLabel("タイトル", { exact: true }).fill("捨てる題");
  await editor(page).getByRole("button", { name: "キャンセル" }).click();
  await expect(rows(page).first()).toHaveText(title);
  await expect(button(page, `「${title}」を編集`)).toBeFocused();
  await button(page, `「${title}」を編集`).click();
  await editor(page).getByLabel("タイトル", { exact: true }).fill(`${title}改`);
  await editor(page).getByLabel("公開", { exact: true }).selectOption("下書きにする");
  await editor(page).getByRole("checkbox", { name: "初心者向け" }).uncheck();
  await expectAccessible(page);
  await expectToFit(page);
  await editor(page).getByRole("button", { name: "保存" }).click();
  await expect(toast(page, `「${title}改」を更新しました。`)).toBeVisible();
  await expect(row).toContainText("下書き");
  await expect(row).not.toContainText("初心者向け");

  await choose(page, `${title}改`, "削除");
  await expect(page.getByRole("dialog")).toContainText("チャプター2件が表示されなくなります。");
  await expectAccessible(page);
  await button(page, "キャンセル").click();
  await choose(page, `${title}改`, "削除");
  await button(page, "削除する").click();
  await expect(toast(page, "動画を削除しました。")).toBeVisible();
  await expect(rows(page).filter({ hasText: title })).toHaveCount(0);
  await page.getByLabel("表示する動画").selectOption("ゴミ箱");
  await expect(row).toContainText(/\d{4}年\d{1,2}月\d{1,2}日に完全に削除されます/);
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, `「${title}改」を元に戻す`).click();
  await expect(toast(page, `「${title}改」を元に戻しました。`)).toBeVisible();
  await page.getByLabel("表示する動画").selectOption("下書き");
  await expect(rows(page).filter({ hasText: `${title}改` })).toHaveCount(1);

  await page.setViewportSize(DESKTOP);
  await choose(page, `${title}改`, "削除");
  await button(page, "削除する").click();
  await expect(rows(page).filter({ hasText: title })).toHaveCount(0);
  await page.getByLabel("表示する動画").selectOption("ゴミ箱");
  await button(page, `「${title}改」を元に戻す`).click();
  // The first restoration's message may still be visible.
  await expect(rows(page).filter({ hasText: title })).toHaveCount(0);
  await page.getByLabel("表示する動画").selectOption("下書き");
  await expect(rows(page).filter({ hasText: `${title}改` })).toHaveCount(1);
});

test("searches, filters, sorts and pages videos, and keeps the choice in the address", async ({ page }) => {
  await enterAsStaff(page, "/admin/videos");
  await expect(rows(page)).toHaveCount(20);
  const first = (await rows(page).first().textContent()) ?? "";
  await page.getByRole("navigation", { name: "ページ" }).getByRole("link", { name: "次へ" }).click();
  await expect(page).toHaveURL("/admin/videos?page=2");
  await expect(rows(page).filter({ hasText: first })).toHaveCount(0);
  await page.getByRole("main").getByRole("searchbox").fill("コピーライティング");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=/);
  await expect(rows(page).first()).toBeVisible();
  await page.getByLabel("並び順").selectOption("視聴回数順");
  await expect(page).toHaveURL(/sort=views/);
  await page.reload();
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("コピーライティング");
  await page.getByRole("main").getByRole("searchbox").fill("どこにもない言葉");
  await page.keyboard.press("Enter");
  await expect(page.getByText("該当する動画はありません")).toBeVisible();
  await expectAccessible(page);
});

test("shows at least seven videos at once, and their titles lead to the editor", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAsStaff(page, "/admin/videos");
  await expect(rows(page)).toHaveCount(20);
  const ends = await page
    .getByRole("main")
    .locator("tbody")
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
  expect(ends.filter((end) => end <= 800).length).toBeGreaterThanOrEqual(7);
  const title = (await rows(page).first().textContent()) ?? "";
  await page.getByRole("main").getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  // The menus of the last rows open upwards.
  await page.goBack();
  const last = (await rows(page).last().textContent()) ?? "";
  await button(page, `「${last}」のその他の操作`).click();
  await expect(page.getByRole("button", { name: "削除", exact: true })).toBeInViewport({ ratio: 1 });
});

/** Presses 保存 and returns the thumbnail that was sent and the status of the answer. */
async function save(page: Page): Promise<{ thumbnail: unknown; status: number }> {
  const answered = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await button(page, "保存").click();
  const answer = await answered;
  const { thumbnail } = answer.request().postDataJSON() as { thumbnail?: unknown };
  return { thumbnail, status: answer.status() };
}

test.describe("a typed thumbnail address", () => {
  test.use({ expectedErrors: [REFUSED] });

  test(
    "is sent with the other fields if it was changed, and only a stored picture is accepted",
    LONG,
    async ({ page }) => {
      await signInAsStaff(page);
      const other = await makeVideo(page);
      const { thumbnail } = await callAs<AdminVideo>(page, "POST", `/api/admin/videos/${other.id}/thumbnail/`, {
        multipart: { thumbnail: { name: "cover.png", mimeType: "image/png", buffer: PICTURE } },
      });
      const { id, title } = await makeVideo(page);
      await page.goto(`/admin/videos?q=${encodeURIComponent(title)}`);
      const open = button(page, `「${title}」を編集`);
      const address = editor(page).getByLabel("サムネイルのURL");
      await open.click();
      await expect(address).toHaveValue("");
      await expectAccessible(page);
      await expectToFit(page);
      expect(await save(page)).toEqual({ thumbnail: undefined, status: 200 });

      await open.click();
      await address.fill("https://example.com/cover.webp");
      expect(await save(page)).toEqual({ thumbnail: "https://example.com/cover.webp", status: 400 });
      await expect(address).toHaveAccessibleDescription(/この画像のURLは使用できません。画像ファイルを選択する/);
      await expect(address).toHaveValue("https://example.com/cover.webp");
      await address.fill(String(thumbnail));
      expect(await save(page)).toEqual({ thumbnail, status: 200 });
      await expect(editor(page)).toHaveCount(0);
      expect(await callAs(page, "GET", `/api/admin/videos/${id}/`)).toMatchObject({ thumbnail });
    },
  );
});

test("edits a video by keyboard alone", LONG, async ({ page }) => {
  await signInAsStaff(page);
  const { title } = await makeVideo(page);
  await page.goto(`/admin/videos?q=${encodeURIComponent(title)}`);
  await button(page, `「${title}」を編集`).press("Enter");
  await editor(page).getByLabel("タイトル", { exact: true }).press("End");
  await page.keyboard.type("版");
  await page.keyboard.press("Enter");
  await expect(toast(page, `「${title}版」を更新しました。`)).toBeVisible();
  await expect(button(page, `「${title}版」を編集`)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "削除", exact: true }).press("Enter");
  await expect(button(page, "キャンセル")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button(page, `「${title}版」のその他の操作`)).toBeFocused();
});

test.describe("while another editor works", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("reports a conflict although the thumbnail was changed in between", LONG, async ({ page }) => {
    await signInAsStaff(page);
    const { id, title: before, video_id } = await makeVideo(page);
    const title = `${before}と絵`;
    await page.goto(`/admin/videos?q=${encodeURIComponent(before)}`);
    await button(page, `「${before}」を編集`).click();
    await editor(page)
      .getByLabel("サムネイル画像")
      .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: PICTURE });
    await expect(button(page, "サムネイルを外す")).toBeVisible();
    await editor(page).getByLabel("タイトル", { exact: true }).fill(title);
    await editor(page).getByRole("button", { name: "保存" }).click();
    await expect(toast(page, `「${title}」を更新しました。`)).toBeVisible();

    await button(page, `「${title}」を編集`).click();
    await asColleague(page, "PUT", `/api/admin/videos/${id}/`, {
      title: `${title}（同僚）`,
      video_id,
      published_at: null,
    });
    await button(page, "サムネイルを外す").click();
    await expect(button(page, "サムネイルを外す")).toHaveCount(0);
    await editor(page).getByRole("button", { name: "保存" }).click();
    await expect(page.getByRole("alert")).toContainText(`${title}（同僚）`);
    await expect(page.getByRole("alert")).toContainText("下書き");
    await button(page, "上書きする").click();
    // The previous toast may still be visible.
    await expect(editor(page)).toHaveCount(0);
    const saved = await callAs<AdminVideo>(page, "GET", `/api/admin/videos/${id}/`);
    expect(saved).toMatchObject({ title, status: "published", thumbnail: null });
  });

  test("blocks a deletion until its effects are known", LONG, async ({ page }) => {
    await signInAsStaff(page);
    const { id, title } = await makeVideo(page);
    await page.goto(`/admin/videos?q=${encodeURIComponent(title)}`);
    const restore = await answerInstead(page, `/api/admin/videos/${id}/effects/`, 500);
    await choose(page, title, "削除");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert")).toContainText("削除による影響を確認できませんでした。");
    await expect(dialog.getByRole("button", { name: "削除する" })).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
    await restore();
    await dialog.getByRole("button", { name: "再試行" }).click();
    await expect(dialog).toContainText("影響はありません。");
    await dialog.getByRole("button", { name: "削除する" }).click();
    await expect(toast(page, "動画を削除しました。")).toBeVisible();
  });

  test("shows the server's message and keeps the typed text", LONG, async ({ page }) => {
    await signInAsStaff(page);
    const { id, title, video_id } = await makeVideo(page);
    await page.goto(`/admin/videos?q=${encodeURIComponent(title)}`);
    await button(page, `「${title}」を編集`).click();
    await editor(page).getByLabel("タイトル", { exact: true }).fill("失敗する題");
    const restore = await answerInstead(page, `/api/admin/videos/${id}/`, 500, { error: "保存できません。" });
    await editor(page).getByRole("button", { name: "保存" }).click();
    await expect(page.getByRole("alert")).toHaveText("保存できません。");
    await restore();
    const refuse = await answerInstead(page, `/api/admin/videos/${id}/`, 500);
    await editor(page).getByRole("button", { name: "保存" }).click();
    await expect(page.getByRole("alert")).toHaveText("動画の更新に失敗しました。");
    await refuse();
    await editor(page).getByLabel("動画ID", { exact: true }).fill("https://example.com/");
    await editor(page).getByRole("button", { name: "保存" }).click();
    await expect(editor(page).getByLabel("動画ID", { exact: true })).toBeFocused();
    await expect(editor(page)).toContainText("動画ID、またはYouTube・Vimeoの動画のURLか、HLSのURLを入力してください。");
    await expect(editor(page).getByLabel("タイトル", { exact: true })).toHaveValue("失敗する題");
    await editor(page).getByLabel("動画ID", { exact: true }).fill(video_id);
    await editor(page).getByLabel("公開", { exact: true }).selectOption("日時を指定して公開する");
    await editor(page).getByLabel("公開日時（日本時間）").fill("2020-01-01T10:00");
    await editor(page).getByRole("button", { name: "保存" }).click();
    await expect(toast(page, "「失敗する題」を更新しました。")).toBeVisible();
    const saved = await callAs<AdminVideo>(page, "GET", `/api/admin/videos/${id}/`);
    expect(saved).toMatchObject({ status: "published", published_at: "2020-01-01T01:00:00.000Z" });
  });
});

test.describe("video files", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("uploads a file, resumes after a broken connection, and plays the video", async ({ page }) => {
    await enterAsStaff(page, "/admin/videos");
    await page.getByText("動画を登録する", { exact: true }).click();
    await page.getByLabel("配信元").selectOption("動画ファイル");
    await page.getByLabel("タイトル", { exact: true }).fill("自前の動画");
    await page
      .getByLabel("動画ファイル", { exact: true })
      .setInputFiles({ name: "text.mp4", mimeType: "video/mp4", buffer: Buffer.from("動画ではない") });
    await expect(page.getByRole("alert")).toContainText("MP4またはWebMの動画ファイルを選択してください。");
    await page.route("**/api/admin/video-files/*/?offset=*", (route) => route.abort("connectionreset"));
    await page.getByLabel("動画ファイル", { exact: true }).setInputFiles(CLIP);
    await expect(page.getByRole("alert")).toContainText("動画のアップロードに失敗しました。");
    await expectAccessible(page);
    await page.unroute("**/api/admin/video-files/*/?offset=*");
    await button(page, "続きからアップロード").click();
    await expect(page.getByText("動画ファイルをアップロードしました。")).toBeVisible();
    await expect(page.getByLabel("動画ID", { exact: true })).toHaveValue(/^[0-9a-f-]{36}\.webm$/);
    await button(page, "登録する").click();
    await expect(toast(page, "「自前の動画」を登録しました。")).toBeVisible();
    const [video] = await callAs<{ id: number; duration: number }[]>(page, "GET", "/api/admin/videos/list/");
    expect(video?.duration).toBeGreaterThan(0);
    await page.goto(`/video/${video?.id}`);
    await expect
      .poll(() => page.locator("video").evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0);
  });

  test("blocks saving while a file is uploading", LONG, async ({ page }) => {
    await signInAsStaff(page);
    const { id, title } = await makeVideo(page);
    await page.goto(`/admin/videos?q=${encodeURIComponent(title)}`);
    await button(page, `「${title}」を編集`).click();
    await editor(page).getByLabel("配信元").selectOption("動画ファイル");
    const releaseCall = await delayCall(page, /^\/api\/admin\/video-files\/[^/]+\/$/);
    await editor(page).getByLabel("動画ファイル", { exact: true }).setInputFiles(CLIP);
    await expect(editor(page)).toContainText("動画のアップロードが終わると保存できます。");
    await expectAccessible(page);
    const save = editor(page).getByRole("button", { name: "保存" });
    await expect(save).toHaveAttribute("aria-disabled", "true");
    await editor(page).getByLabel("タイトル", { exact: true }).press("Enter");
    await expect(editor(page)).toBeVisible();
    releaseCall();
    await expect(page.getByText("動画ファイルをアップロードしました。")).toBeVisible();
    await save.click();
    await expect(toast(page, `「${title}」を更新しました。`)).toBeVisible();
    expect(await callAs<AdminVideo>(page, "GET", `/api/admin/videos/${id}/`)).toMatchObject({ host: "file" });
  });
});
