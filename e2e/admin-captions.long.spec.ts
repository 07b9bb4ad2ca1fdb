import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { AdminCaptions } from "@manabiya/contract/catalogue/captions.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { REFUSED } from "./api-answers.ts";
import { nextSeek } from "./demo-videos.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { asColleague } from "./staff-calls.ts";
import { callAs, makeVideo, signInAsStaff } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const text = (page: Page, line: number) => page.getByLabel(`${line}行目の字幕`, { exact: true });
const rows = (page: Page) => page.getByRole("list", { name: "字幕の行" }).getByRole("listitem");
const address = (id: number) => `/api/admin/videos/${id}/captions/`;
const stored = (page: Page, id: number) => callAs<AdminCaptions>(page, "GET", address(id));
const file = (page: Page) => page.getByRole("form", { name: "ファイルから読み込む" });

/** SRT with one wrong line. */
const WITH_A_MISTAKE =
  "1\n00:00:01,000 -> 00:00:03,000\n最初の言葉\n\n2\n00:00:03,000 --> 00:00:05,000\n次の<i>言葉</i>\n";

test("staff correct the captions of a stored video beside the player, by keyboard too", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await signInAsStaff(page);
  const videos = await callAs<AdminVideo[]>(page, "GET", "/api/admin/videos/list/");
  const video = videos.findLast(({ host }) => host === "file");
  if (!video) throw new Error("No stored video in the demo");
  const before = await stored(page, video.id);
  await page.goto(`/admin/videos/${video.id}`);
  await page.getByRole("link", { name: "字幕を編集" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "字幕の編集" })).toBeVisible();
  await expect(rows(page)).toHaveCount(before.lines.length);
  await expect(text(page, 1)).toHaveValue(before.lines[0]?.text ?? "");
  await expectAccessible(page);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);

  // Many lines are in view.
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeLessThanOrEqual(72);

  // The player jumps to a line, and the list to the line that is spoken.
  await expect(button(page, "再生中の行へ")).toHaveAttribute("aria-disabled", "true");
  await button(page, "2行目から再生").click();
  const element = page.locator("video");
  await expect.poll(() => element.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(0);
  const sought = await nextSeek(page);
  await button(page, "3行目から再生").click();
  expect(await sought()).toBeCloseTo((before.lines[2]?.starts_ms ?? 0) / 1_000);
  await element.evaluate((v: HTMLVideoElement) => v.pause());
  await button(page, "再生中の行へ").click();
  await expect(text(page, 3)).toBeFocused();

  // By keyboard: split at the caret, merge, remove, add.
  await text(page, 1).focus();
  await page.keyboard.press("Home");
  for (let count = 0; count < 4; count++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await expect(button(page, "1行目を分割")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text(page, 2)).toBeFocused();
  await expect(text(page, 1)).toHaveValue(before.lines[0]?.text.slice(0, 4) ?? "");
  await expect(rows(page)).toHaveCount(before.lines.length + 1);
  await button(page, "2行目を次の行と結合").press("Enter");
  await expect(text(page, 2)).toHaveValue(`${before.lines[0]?.text.slice(4)}\n${before.lines[1]?.text}`);
  await button(page, "2行目を削除").press("Enter");
  await expect(text(page, 2)).toHaveValue(before.lines[2]?.text ?? "");
  await expect(text(page, 2)).toBeFocused();
  await text(page, 1).focus();
  await button(page, "1行目の下に追加").press("Enter");
  await expect(text(page, 2)).toBeFocused();
  await page.getByLabel("2行目の終わり").fill("abc");
  await button(page, "保存").click();
  await expect(page.getByLabel("2行目の終わり")).toBeFocused();
  await expect(rows(page).nth(1)).toContainText("時間は「01:05.500」のように入力してください。");
  await page.getByLabel("2行目の終わり").fill("00:04.500");
  await text(page, 2).fill("足した言葉です。");
  await page.getByLabel("すべての行をずらす秒数").fill("-9");
  await page.keyboard.press("Enter");
  await expect(page.getByText("最初の行が、動画の始まりより前になります。")).toBeVisible();
  await page.getByLabel("すべての行をずらす秒数").fill("０．５");
  await page.keyboard.press("Enter");
  await expect(page.getByText("すべての行を0.5秒ずらしました。")).toBeVisible();
  await button(page, "保存").press("Enter");
  await expect(page.getByText("字幕を保存し、公開しました。")).toBeVisible();
  const after = await stored(page, video.id);
  expect(after).toMatchObject({ revision: before.revision + 1, published: true });
  expect(after.lines[1]).toMatchObject({ ends_ms: 5_000, text: "足した言葉です。" });
  expect(after.lines[0]?.starts_ms).toBe((before.lines[0]?.starts_ms ?? 0) + 500);
  // The next save is no conflict.
  await page.getByLabel("字幕を公開する").uncheck();
  await button(page, "保存").click();
  await expect(page.getByText("字幕を保存しました。公開はしていません。")).toBeVisible();
  await callAs(page, "PUT", address(video.id), { data: { ...before, revision: before.revision + 2 } });
});

test.describe("while something goes wrong", () => {
  test.use({ expectedErrors: [REFUSED] });

  test("a file is read on a phone, its mistakes are corrected in place, and a colleague's captions are not lost", async ({
    page,
  }) => {
    page.on("dialog", (dialog) => void dialog.accept());
    await page.setViewportSize(PHONE);
    await signInAsStaff(page);
    const { id } = await makeVideo(page);
    await page.goto(`/admin/videos/${id}/captions`);
    await expect(page.getByText("字幕はまだありません。")).toBeVisible();
    const chooser = file(page).getByLabel("字幕ファイル");
    await chooser.setInputFiles({ name: "a.srt", mimeType: "", buffer: Buffer.from([0x82, 0xa0, 0x82, 0xa2]) });
    await expect(
      file(page).getByText("このファイルはUTF-8ではないため、読み込めません（Shift_JISなど）。"),
    ).toBeVisible();
    await chooser.setInputFiles({ name: "b.srt", mimeType: "", buffer: Buffer.from(WITH_A_MISTAKE) });
    await expect(
      file(page).getByText("2行目：時間は「00:00:01,000 --> 00:00:03,000」のように書いてください。"),
    ).toBeVisible();
    const pasted = file(page).getByLabel("または、ここに貼り付け");
    await expect(pasted).toBeFocused();
    await expect(pasted).toHaveValue(WITH_A_MISTAKE);
    await expectAccessible(page);
    await pasted.fill(WITH_A_MISTAKE.replace("->", "-->"));
    await button(page, "読み込む").click();
    await expect(file(page).getByText("2行を読み込みました。まだ保存していません。")).toBeVisible();
    await expect(text(page, 2)).toHaveValue("次の言葉");
    await expectAccessible(page);
    await expectToFit(page);

    // Typed text outlives a reload; a colleague's save is shown and not overwritten unasked.
    await text(page, 1).fill("直した言葉");
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("直した言葉");
    await page.reload();
    await expect(page.getByText("保存していない入力を復元しました。")).toBeVisible();
    await expect(text(page, 1)).toHaveValue("直した言葉");
    const theirs = { lines: [{ starts_ms: 0, ends_ms: 900, text: "同僚の言葉" }], published: false, revision: 0 };
    await asColleague(page, "PUT", address(id), theirs);
    await page.getByLabel("字幕を公開する").check();
    await button(page, "保存").click();
    await expect(page.getByRole("alert")).toContainText("同僚の言葉");
    await expect(text(page, 1)).toHaveValue("直した言葉");
    await expectAccessible(page);
    await button(page, "上書きする").click();
    await expect(page.getByText("字幕を保存し、公開しました。")).toBeVisible();
    expect(await stored(page, id)).toMatchObject({ revision: 2, published: true, lines: [{ text: "直した言葉" }, {}] });
    const downloads = [];
    for (const format of ["VTT", "SRT"]) {
      const download = page.waitForEvent("download");
      await button(page, `${format}形式で書き出す`).click();
      downloads.push(await readFile(await (await download).path(), "utf8"));
    }
    expect(downloads).toEqual([
      "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n直した言葉\n\n00:00:03.000 --> 00:00:05.000\n次の言葉\n",
      "1\n00:00:01,000 --> 00:00:03,000\n直した言葉\n\n2\n00:00:03,000 --> 00:00:05,000\n次の言葉\n",
    ]);
  });
});

test("3,000 lines are edited on a phone thirty at a time", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signInAsStaff(page);
  const { id } = await makeVideo(page);
  const lines = Array.from({ length: 3_000 }, (_, n) => ({
    starts_ms: n * 2_000,
    ends_ms: n * 2_000 + 1_900,
    text: `${n + 1}番目に話した、少し長めの一文です。`,
  }));
  await callAs(page, "PUT", address(id), { data: { lines, published: false, revision: 0 } });
  await page.goto(`/admin/videos/${id}/captions`);
  await expect(rows(page)).toHaveCount(30);
  await page.getByLabel("表示する行").selectOption("2971〜3000行目（1:39:00.000から）");
  await expect(text(page, 3_000)).toHaveValue("3000番目に話した、少し長めの一文です。");
  await text(page, 3_000).pressSequentially("追記");
  await button(page, "前の行").click();
  await expect(text(page, 2_941)).toBeFocused();
  await text(page, 2_941).fill("");
  await page.getByLabel("表示する行").selectOption({ index: 0 });
  await button(page, "保存").click();
  // The wrong line is on another page of the list.
  await expect(text(page, 2_941)).toBeFocused();
  await text(page, 2_941).fill("直した一文です。");
  await expectAccessible(page);
  await expectToFit(page);
  await button(page, "保存").click();
  await expect(page.getByText("字幕を保存しました。公開はしていません。")).toBeVisible();
  const saved = await stored(page, id);
  expect([saved.lines.length, saved.lines[2_940]?.text]).toEqual([3_000, "直した一文です。"]);
  expect(saved.lines.at(-1)?.text).toBe("追記3000番目に話した、少し長めの一文です。");
});
