import { expect, expectAccessible, test } from "./fixtures.ts";
import { type RunningServer, startServer } from "./server.ts";
import { callAs, enterAsStaff, makeVideo } from "./staff-pages.ts";
import { startVideoHosts, type VideoHosts } from "./stand-ins/video-hosts.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

/** Their server asks a stand-in for the video hosts. */
let hosts: VideoHosts;
let server: RunningServer | undefined;

// Not a fixture of the worker: the files before and after it would each start a worker, a browser and a server.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  test.setTimeout(100_000);
  hosts = await startVideoHosts();
  server = await startServer({ VIDEO_HOSTS_URL: hosts.url });
});

test.afterAll(async () => {
  await server?.stop();
  await hosts.close();
});

test.use({ baseURL: async ({}, use) => use(server?.address) });

for (const [name, size] of [
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
] as const) {
  test(`on ${name}, staff check a video, learn that it was removed, and replace it`, async ({ page }) => {
    await page.setViewportSize(size);
    await enterAsStaff(page, "/admin/dashboard");
    const title = `消えた動画${size.width}`;
    const { id, video_id } = await makeVideo(page, title);
    const host = `https://www.youtube.com/watch?v=${video_id}`;
    hosts.statuses.set(host, 503);
    await page.goto("/admin/videos");
    const main = page.getByRole("main");
    const said = page.getByRole("status");
    await main.getByRole("button", { name: `「${title}」のその他の操作` }).click();
    await main.getByRole("button", { name: "再生の確認" }).click();
    await expect(said.filter({ hasText: "動画の配信サービスが応答していません。" })).toBeVisible();
    hosts.statuses.set(host, 404);
    await main.getByRole("button", { name: "再生の確認" }).click();
    await expect(said.filter({ hasText: "YouTubeで削除されています。" })).toBeVisible();

    await callAs(page, "POST", `/api/videos/${id}/favorite/`);
    await page.goto("/admin/dashboard");
    const tasks = page.getByRole("region", { name: "今日の確認事項" });
    await expect(tasks.getByRole("listitem").filter({ hasText: "再生できない動画が1本あります" })).toBeVisible();
    await expectAccessible(page);
    await tasks.getByRole("link", { name: /再生できない動画/ }).click();
    await expect(page).toHaveURL("/admin/videos?show=unplayable");
    const note = main.getByRole("row").filter({ hasText: "再生できません。" });
    await expect(note).toContainText("保存している会員 1人");
    await expectAccessible(page);
    await expectToFit(page);

    await main.getByRole("button", { name: `「${title}」を差し替える` }).click();
    const form = main.getByRole("form", { name: `「${title}」を編集` });
    const field = form.getByLabel("動画ID", { exact: true });
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await expectToFit(page);
    await field.fill(`${video_id}-new`);
    await form.getByRole("button", { name: "保存", exact: true }).click();
    await expect(main.getByText("該当する動画はありません")).toBeVisible();
    await page.goto("/admin/dashboard");
    await expect(tasks.getByText(/下書き|ありません|あります/).first()).toBeVisible();
    await expect(tasks.getByText("再生できない動画")).toHaveCount(0);
  });
}

test("a video that plays again leaves the list with the next check", async ({ page }) => {
  await enterAsStaff(page, "/admin/dashboard");
  const { id, video_id } = await makeVideo(page, "戻ってきた動画");
  const host = `https://www.youtube.com/watch?v=${video_id}`;
  hosts.statuses.set(host, 401);
  await callAs(page, "POST", `/api/admin/videos/${id}/check/`);
  await page.goto("/admin/videos?show=unplayable");
  await expect(page.getByRole("main")).toContainText("このサイトへの埋め込みが許可されていません。");
  hosts.statuses.delete(host);
  await page.getByRole("button", { name: "「戻ってきた動画」を今すぐ確認" }).click();
  await expect(page.getByRole("status").filter({ hasText: "再生できます。" })).toBeVisible();
  await expect(page.getByText("該当する動画はありません")).toBeVisible();
});

test("a pasted address fills host, title and length, and a typed title stays", async ({ page }) => {
  const details = { title: "値段を決める三つの問い", duration: 754 };
  hosts.details.set("https://vimeo.com/76979871", details);
  hosts.details.set("https://www.youtube.com/watch?v=lesson-9-ab", { title: "はじめての提案書" });
  await enterAsStaff(page, "/admin/videos");
  await page.getByText("動画を登録する", { exact: true }).click();
  const title = page.getByLabel("タイトル", { exact: true });
  const address = page.getByLabel("動画ID", { exact: true });
  await address.fill("https://youtu.be/lesson-9-ab");
  await expect(title).toHaveValue("はじめての提案書");
  // A title that nobody typed follows the next address.
  await address.fill("https://vimeo.com/76979871");
  await expect(title).toHaveValue(details.title);
  await expect(page.getByLabel("配信元")).toHaveValue("vimeo");
  await page.getByRole("button", { name: "登録する", exact: true }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: details.title }) });
  await expect(row).toBeVisible();
  const { results } = await callAs<{ results: { duration: number }[] }>(page, "GET", "/api/admin/videos/");
  expect(results[0]?.duration).toBe(details.duration);
  await title.fill("わたしのタイトル");
  const answered = page.waitForResponse((response) => response.url().includes("/at-host/"));
  await address.fill("https://youtu.be/lesson-9-ab");
  await answered;
  await expect(page.getByLabel("配信元")).toHaveValue("youtube");
  await expect(title).toHaveValue("わたしのタイトル");
});
