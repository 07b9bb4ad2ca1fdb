import type { LearnedDays } from "@manabiya/contract/lists/today.ts";
import type { Locator, Page } from "@playwright/test";
import { ask, newestOf } from "./demo-videos.ts";
import { becomeTrial, expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { standInForYouTube } from "./stand-ins/youtube.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

test.use({ freshContext: true, hasTouch: true });

const plan = (page: Page) => page.getByRole("list", { name: "今回見る動画" });
const bar = (page: Page) => page.getByRole("region", { name: "今日の学習" });

async function post(page: Page, path: string, data?: object): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok(), path).toBe(true);
}

const press = (item: Locator, name: string) => item.getByRole("button", { name }).press("Enter");

/** Moves the playing file shortly before a second, as a member does with the host's own bar. */
const seek = (page: Page, second: number) =>
  page.locator("video").evaluate((element: HTMLVideoElement, second) => (element.currentTime = second), second);

test("a member fills ten minutes with what they began and saved, watches it, and sees the time that they learned", async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await becomeTrial(page);
  const begun = await newestOf(page, "file");
  const saved = await newestOf(page, "youtube");
  const duration = begun.duration ?? 0;
  const position = (begun.chapters[1]?.time_seconds ?? 0) + 2;
  await standInForYouTube(page, { does: "play", seconds: saved.duration ?? 0, speed: 25 });

  // A member without any history is offered a beginning.
  await page.goto("/today");
  await expect(page.getByText("まだ見始めた動画がありません。")).toBeVisible();
  await expect(plan(page).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);

  await post(page, `/api/videos/${begun.id}/progress/`);
  await post(page, `/api/videos/${begun.id}/progress/`, { position, duration });
  await post(page, `/api/videos/${saved.id}/watch-later/`);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "今日の学習" })).toBeVisible();
  await expect(page.getByText("（15分まで）")).toBeVisible();

  // By keyboard alone.
  await page.getByRole("radio", { name: "15分" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("（10分まで）")).toBeVisible();
  const items = plan(page).getByRole("listitem");
  await expect(items.getByText("続きから")).toHaveCount(1);
  await expect(items.getByText("後で見る").first()).toBeVisible();
  await page.getByRole("textbox", { name: "ほかの長さ（分）" }).fill("９９９");
  await expect(page.getByText("1から180までの数字を入力してください。")).toBeVisible();
  await page.getByRole("textbox", { name: "ほかの長さ（分）" }).fill("１２");
  await expect(page.getByText("（12分まで）")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await page.reload();
  await expect(page.getByText("（12分まで）")).toBeVisible();

  await expect(items.last()).toBeVisible();
  await expect(items.getByRole("button")).toHaveCount(0);
  await page.getByRole("button", { name: "変更する" }).press("Enter");
  // Two begun items first, then a saved one: the rest is dropped and moved by keyboard.
  const ofSaved = items.filter({ hasText: "後で見る" }).first();
  while ((await items.nth(2).textContent()) !== (await ofSaved.textContent())) await press(items.nth(2), "を外す");
  for (let left = await items.count(); left > 3; left--) await press(items.last(), "を外す");
  await expect(items).toHaveCount(3);
  await press(items.last(), "を上へ");
  await expect(items.nth(1).getByText("後で見る")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2番目に移しました。" })).toBeVisible();
  await press(items.nth(1), "を下へ");
  await expect(items.last().getByText("後で見る")).toBeVisible();
  await page.getByRole("button", { name: "始める" }).press("Enter");

  // A chapter leads on to the one behind it without a stop. Before another video there is a pause.
  await expect(page).toHaveURL(new RegExp(`/video/${begun.id}\\?t=${position}&today=1$`));
  await expect(bar(page).getByText("3件中1件目")).toBeVisible();
  await expect(bar(page).getByText(/^残り\d+分/)).toBeVisible();
  const second = () => page.locator("video").evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  await expect.poll(second).toBeGreaterThan(position + 1);
  await expectAccessible(page);
  const [first, last] = [begun.chapters[2]?.time_seconds ?? 0, begun.chapters[3]?.time_seconds ?? 0];
  await seek(page, first - 1);
  await expect(bar(page).getByText("3件中2件目")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/video/${begun.id}\\?today=2$`));
  expect(await page.locator("video").evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(false);
  // Each part is watched for more than a second, or the report leaves it out.
  await expect.poll(second).toBeGreaterThan(first + 1.5);
  await seek(page, last - 1);
  await expect(bar(page).getByText(/^次は「/)).toBeVisible();
  expect(await page.locator("video").evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
  await expectAccessibleInBothSchemes(page);
  await bar(page).getByRole("button", { name: "この動画にとどまる" }).click();
  await expect(bar(page).getByText(/^次は「/)).toBeHidden();

  // On a phone, by touch: the saved item plays in the host's own player, which stops at the end of its chapter.
  await page.setViewportSize(PHONE);
  await bar(page).getByRole("button", { name: "次へ" }).tap();
  await expect(page).toHaveURL(new RegExp(`/video/${saved.id}\\?t=0&today=3$`));
  await expect(bar(page)).toBeFocused();
  await page.reload();
  await expect(bar(page).getByText("3件中3件目")).toBeVisible();
  await expect(bar(page).getByText("最後の動画を再生しました。")).toBeVisible({ timeout: 20_000 });
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(bar(page).getByRole("button", { name: "終了" })).toBeInViewport();
  // The countdown ends the session.
  await expect(page).toHaveURL("/today", { timeout: 15_000 });
  await expect(page.getByRole("heading", { name: "お疲れさまでした" })).toBeVisible();
  await expect(page.getByRole("list", { name: "今回見た動画" }).getByRole("listitem")).toHaveCount(3);
  await page.setViewportSize(PHONE);

  // The report of the last position may still be on its way.
  await expect.poll(async () => (await ask<LearnedDays>(page, "/api/today/days/")).days.length).toBe(1);
  await page.reload();
  await page.getByText(/^この4週間に/).tap();
  await expect(page.getByRole("table", { name: "日ごと" }).getByRole("row")).toHaveCount(2);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await page.getByRole("button", { name: "もう少し見る" }).tap();
  await expect(page.getByRole("button", { name: "始める" })).toBeVisible();
});
