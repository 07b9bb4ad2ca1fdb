import type { Page } from "@playwright/test";
import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { answerInstead, REFUSED } from "./api-answers.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { newestVideos } from "./member-calls.ts";
import { asColleague } from "./staff-calls.ts";
import { expectToFit, PHONE } from "./widths.ts";

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => page.getByRole("region", { name: /^動画（/ }).getByRole("listitem");
const texts = (page: Page) => page.getByRole("region", { name: "タイトルと説明" });
const adding = (page: Page) => page.getByRole("region", { name: "動画を追加" });

/** Creates a playlist of the newest videos, and opens its editing screen. */
async function editPlaylist(page: Page, title: string, amount: number) {
  await signInAs(page, "staff@example.com");
  const videos = await newestVideos(page, amount);
  const { id } = await asColleague<Playlist>(page, "POST", "/api/playlists/create/", { title, description: "" });
  for (const video of videos) {
    await asColleague(page, "POST", `/api/playlists/${id}/videos/`, { video_id: video.id });
  }
  await page.goto(`/playlists/${id}`);
  await page.getByRole("button", { name: "再生リストを編集" }).click();
  await expect(rows(page)).toHaveCount(amount);
  const titles = videos.map((video) => video.title);
  const isInOrder = async (...order: number[]) => {
    await expect(rows(page)).toHaveText(order.map((index) => new RegExp(titles[index] ?? "?")));
    await expect
      .poll(async () => {
        const saved = await asColleague<ManagedPlaylist>(page, "GET", `/api/playlists/${id}/manage/`);
        return saved.entries.map(({ video }) => titles.indexOf(video.title));
      })
      .toEqual(order);
  };
  return { id, videos, titles, isInOrder };
}

test("creates, fills, describes and deletes playlists", async ({ page }) => {
  const title = "新しいリスト";
  await enterAs(page, "staff@example.com", "/playlists");
  await main(page).getByRole("link", { name: "再生リストを作成" }).click();
  await expect(page).toHaveURL("/playlists/create");
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "作成する" }).click();
  await expect(page.getByLabel("タイトル")).toHaveAccessibleDescription("タイトルを入力してください。");
  await page.getByLabel("タイトル").fill(title);
  await page.getByLabel("説明").fill("一行目\n二行目");
  await page.getByRole("button", { name: "作成する" }).dblclick();
  await expect(page).toHaveURL(/\/playlists\/\d+$/);
  await expect(page.getByRole("heading", { name: "再生リストの編集" })).toBeVisible();
  const all = await asColleague<Playlist[]>(page, "GET", "/api/playlists/");
  expect(all.filter((playlist) => playlist.title === title)).toHaveLength(1);

  const [first, second] = await newestVideos(page, 2);
  await adding(page).getByLabel("動画IDまたはURL").fill(`https://example.com/video/${first?.id}`);
  await adding(page).getByRole("button", { name: "追加する" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(adding(page).getByLabel("動画IDまたはURL")).toHaveValue("");
  await adding(page).getByText("動画の一覧から探す").click();
  await adding(page)
    .getByRole("searchbox")
    .fill(second?.title ?? "");
  await adding(page).getByRole("searchbox").press("Enter");
  await adding(page)
    .getByRole("button", { name: second?.title ?? "?" })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await expect(adding(page).getByText("動画を追加しました。（全2本）")).toBeVisible();
  await expect(page.getByRole("link", { name: `${first?.title}を見る` })).toHaveAttribute(
    "href",
    `/video/${first?.id}`,
  );
  await expectAccessible(page);
  await expectToFit(page);

  await texts(page).getByLabel("説明").fill("新しい説明");
  await texts(page).getByRole("button", { name: "保存" }).click();
  await expect(texts(page).getByText("再生リストを更新しました。")).toBeVisible();
  await page.getByRole("button", { name: `${first?.title}を再生リストから外す` }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(adding(page).getByText("動画を追加しました。")).toHaveCount(0);
  await page.getByRole("button", { name: "編集を終える" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(main(page).getByText("新しい説明")).toBeVisible();
  await expect(main(page).getByText(/^1本の動画/)).toBeVisible();

  await page.getByRole("button", { name: "再生リストを編集" }).click();
  await expect(page.getByRole("heading", { name: "再生リストの編集" })).toBeFocused();
  await page.getByRole("button", { name: "再生リストを削除" }).click();
  const dialog = page.getByRole("dialog", { name: `再生リスト「${title}」を削除しますか？` });
  await expect(dialog).toContainText("動画1本の並びが失われます。");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "削除する" }).click();
  await expect(page).toHaveURL("/playlists");
  await expect(main(page).getByRole("article").first()).toBeVisible();
  await expect(main(page).getByRole("link", { name: title })).toHaveCount(0);
});

test("reorders videos by keyboard, and keeps the focus on the video", async ({ page }) => {
  const { titles, isInOrder } = await editPlaylist(page, "鍵盤で並べる", 3);
  const down = page.getByRole("button", { name: `${titles[0]}を下へ` });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(down).toBeFocused();
  await page.keyboard.press("Enter");
  await isInOrder(1, 2, 0);
  // The last video cannot move further.
  await page.keyboard.press("Enter");
  await expect(down).toBeFocused();
  await page.getByRole("button", { name: `${titles[2]}を上へ` }).press("Enter");
  await isInOrder(2, 1, 0);
  await expect(page.getByText(`「${titles[2]}」を1番目に移動しました。`)).toBeAttached();
  await page.reload();
  await page.getByRole("button", { name: "再生リストを編集" }).click();
  await isInOrder(2, 1, 0);
});

test("reorders videos by dragging", async ({ page }) => {
  const { isInOrder } = await editPlaylist(page, "引いて並べる", 3);
  const handle = rows(page).nth(0).getByTitle("ドラッグして並べ替え");
  await rows(page).nth(2).scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const to = await rows(page).nth(2).boundingBox();
  if (!from || !to) throw new Error("The rows are not on the page");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 60, { steps: 4 });
  await page.mouse.move(from.x + 20, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await isInOrder(1, 2, 0);
});

test("drops a dragged video where the pointer is released, even without a last movement", async ({ page }) => {
  const { isInOrder } = await editPlaylist(page, "離した所に置く", 4);
  await rows(page)
    .nth(0)
    .getByTitle("ドラッグして並べ替え")
    .evaluate((handle) => {
      const list = handle.closest("ol");
      const y = (row: number) => (list?.children[row]?.getBoundingClientRect().top ?? 0) + 20;
      const send = (target: Element, type: string, clientY: number) =>
        target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY, button: 0, isPrimary: true }));
      send(handle, "pointerdown", y(0));
      // React renders the grabbed row before the next event of a person.
      return new Promise<void>((resolve) =>
        setTimeout(() => {
          if (list) send(list, "pointerup", y(3));
          resolve();
        }, 100),
      );
    });
  await isInOrder(1, 2, 3, 0);
});

test.describe("on a touch screen", () => {
  test.use({ freshContext: true, viewport: PHONE, hasTouch: true });

  test("reorders videos by dragging", async ({ page }) => {
    const { isInOrder } = await editPlaylist(page, "指で並べる", 3);
    await rows(page).nth(1).scrollIntoViewIfNeeded();
    const from = await rows(page).nth(0).getByTitle("ドラッグして並べ替え").boundingBox();
    const to = await rows(page).nth(1).boundingBox();
    if (!from || !to) throw new Error("The rows are not on the page");
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: from.x + 20, y }],
      });
    const end = to.y + to.height - 10;
    await touch("touchStart", from.y + 20);
    for (let y = from.y + 30; y < end; y += 15) await touch("touchMove", y);
    await touch("touchMove", end);
    await touch("touchEnd", end);
    await isInOrder(1, 0, 2);
  });
});

test("shows playlists to members without editing", async ({ page }) => {
  await enterAs(page, "member@example.com", "/playlists/create");
  await expect(page).toHaveURL("/playlists");
  await expect(main(page).getByRole("article").first()).toBeVisible();
  await expect(main(page).getByRole("link", { name: "再生リストを作成" })).toHaveCount(0);
  await main(page).getByRole("article").first().getByRole("link").click();
  await expect(page.getByRole("link", { name: "最初から見る" })).toBeVisible();
  await expect(page.getByRole("button", { name: "再生リストを編集" })).toHaveCount(0);
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("keeps the typed text, and shows the server's message", async ({ page }) => {
    const { id, titles, isInOrder } = await editPlaylist(page, "困った並び", 2);
    const reference = adding(page).getByLabel("動画IDまたはURL");
    await reference.fill("no-such-video");
    await adding(page).getByRole("button", { name: "追加する" }).click();
    await expect(reference).toHaveAccessibleDescription(/動画が見つかりません。/);
    await expect(reference).toHaveValue("no-such-video");

    const restore = await answerInstead(page, `/api/playlists/${id}/order/`, 500);
    await page.getByRole("button", { name: `${titles[0]}を下へ` }).click();
    await expect(main(page).getByText("並び順を保存できませんでした。")).toBeVisible();
    await isInOrder(0, 1);
    await restore();
    await page.getByRole("button", { name: `${titles[0]}を下へ` }).click();
    await isInOrder(1, 0);
  });

  test("creates a playlist at the second attempt", async ({ page }) => {
    await enterAs(page, "staff@example.com", "/playlists/create");
    await page.getByLabel("タイトル").fill("二度目で");
    for (const [status, body, text] of [
      [500, {}, "再生リストの作成に失敗しました。"],
      [400, { error: "サーバーの言葉" }, "サーバーの言葉"],
    ] as const) {
      const restore = await answerInstead(page, "/api/playlists/create/", status, body);
      await page.getByRole("button", { name: "作成する" }).click();
      await expect(main(page).getByRole("alert")).toHaveText(text);
      await expect(page.getByLabel("タイトル")).toHaveValue("二度目で");
      await restore();
    }
    await page.getByRole("button", { name: "作成する" }).click();
    await expect(page).toHaveURL(/\/playlists\/\d+$/);
  });
});
