import type { Suggestions } from "@manabiya/contract/catalogue/suggestions.ts";
import type { Page } from "@playwright/test";
import { ask } from "./demo-videos.ts";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const MEMBER = "yearly@example.com";
const CALL = "/api/search/suggestions/";
const SIDEWAYS = { width: 740, height: 360 };

const field = (page: Page) => page.getByRole("combobox", { name: "検索キーワード" });
const list = (page: Page) => page.getByRole("listbox", { name: "検索の候補" });
const options = (page: Page) => list(page).getByRole("option");
const group = (page: Page, name: string) => list(page).getByRole("group", { name });
const main = (page: Page) => page.getByRole("main");
const suggestionsFor = (page: Page, q: string) =>
  ask<Suggestions>(page, `${CALL}?${new URLSearchParams({ q }).toString()}`);
const path = (q: string) => `/search?${new URLSearchParams({ q, type: "all" }).toString()}`;

/** The line that the arrow keys have reached. */
async function activeOption(page: Page): Promise<string | null> {
  const id = await field(page).getAttribute("aria-activedescendant");
  return id === null
    ? null
    : options(page)
        .and(page.locator(`[id="${id}"]`))
        .getAttribute("aria-selected");
}

test("a member searches by the keyboard alone: a slash, suggestions, and the last searches", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await enterAs(page, MEMBER, "/playlists");
  const { videos, chapters } = await suggestionsFor(page, "見出し");
  const [video] = videos;
  const [chapter] = chapters;
  if (!video || !chapter) throw new Error("The demo has no title and no chapter with 見出し");

  await expect(field(page)).toHaveAttribute("title", /「\/」キー/);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await page.keyboard.insertText("見出し");
  await expect(group(page, "動画").getByRole("option").first()).toHaveText(video.title);
  await expect(field(page)).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/^候補は\d+件です$/);
  await expect(options(page).first().locator("b")).toHaveText("見出し");
  await expectAccessibleInBothSchemes(page);

  // Up from the field leads to the last line, and down from there back to the field.
  expect(await activeOption(page)).toBeNull();
  await page.keyboard.press("ArrowUp");
  await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
  expect(await activeOption(page)).toBe("true");
  await page.keyboard.press("ArrowDown");
  expect(await activeOption(page)).toBeNull();
  for (let line = 0; line <= videos.length; line++) await page.keyboard.press("ArrowDown");
  await expect(group(page, "チャプター").getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/video/${chapter.video.id}?t=${chapter.time_seconds}`);
  await expect(list(page)).toHaveCount(0);
  await expect(main(page)).toBeFocused();

  // Escape closes the list and keeps the text; Enter without a line searches. A slash in a field is a letter.
  await page.keyboard.press("/");
  await page.keyboard.insertText("見出し");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue("見出し");
  // Keys that follow at once: the list of recent searches closes, and the pause for suggestions opens no other.
  await field(page).click();
  await expect(list(page)).toBeVisible();
  const reopened = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const input = document.activeElement as HTMLInputElement;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
        setTimeout(() => resolve(document.querySelector("[role=listbox]") !== null), 400);
      }),
  );
  expect(await reopened).toBe(false);
  await page.keyboard.type("/");
  await expect(field(page)).toHaveValue("見出し/");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path("見出し"));
  await expect(main(page)).toBeFocused();
  await expect(main(page).getByRole("heading", { level: 1, name: "「見出し」の検索結果" })).toBeVisible();
  await expect(list(page)).toHaveCount(0);

  // A video by its title.
  await page.keyboard.press("/");
  await page.keyboard.insertText("見出し");
  await expect(group(page, "動画")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/video/${video.id}`);

  // The last searches are there before a letter is typed, can be removed, and leave with the session.
  await page.goto(path("件名"));
  await page.keyboard.press("/");
  await field(page).fill("件名");
  await page.keyboard.press("Enter");
  await expect(main(page)).toBeFocused();
  await field(page).fill("");
  await expect(group(page, "最近の検索").getByRole("option")).toHaveText(["件名", "見出し"]);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "「件名」を消す" }).press("Enter");
  await expect(options(page)).toHaveText(["見出し"]);
  await expect(field(page)).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem("manabiya:recent-searches"))).toBe('["見出し"]');
  await page.getByRole("button", { name: "最近の検索をすべて消す" }).click();
  await expect(list(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("manabiya:recent-searches"))).toBeNull();
});

test("kana and rōmaji suggest kanji, and a tag leads to its search", async ({ page }) => {
  await enterAs(page, MEMBER, "/playlists");
  const title = "会議の録音から議事録まで";
  // A job reads the texts after the start.
  await expect
    .poll(async () => (await suggestionsFor(page, "ぎじろく ")).videos.length, { timeout: 90_000 })
    .toBeGreaterThan(0);
  for (const typed of ["ぎじろく", "gijiroku"]) {
    await field(page).fill(typed);
    await expect(group(page, "動画").getByRole("option", { name: title })).toBeVisible();
  }
  const [tag] = await ask<{ name: string }[]>(page, "/api/tags/");
  if (!tag) throw new Error("The demo has no tags");
  await field(page).fill(tag.name);
  await group(page, "タグ").getByRole("option", { name: tag.name, exact: true }).click();
  await expect(page).toHaveURL(path(tag.name));
});

test("a kana conversion asks for nothing and keeps its keys", async ({ page }) => {
  await enterAs(page, MEMBER, "/playlists");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(CALL)) asked.push(new URL(request.url()).searchParams.get("q") ?? "");
  });
  await field(page).fill("広告");
  await expect(list(page)).toBeVisible();
  const ime = await page.context().newCDPSession(page);
  await field(page).fill("");
  await expect(list(page)).toHaveCount(0);
  asked.length = 0;
  for (const text of ["み", "みだ", "みだし"]) {
    await ime.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await expect(field(page)).toHaveValue("みだし");
  for (const key of ["ArrowDown", "Enter", "Escape"]) {
    const isFree = await field(page).evaluate(
      (element, pressed) =>
        element.dispatchEvent(
          new KeyboardEvent("keydown", { key: pressed, isComposing: true, bubbles: true, cancelable: true }),
        ),
      key,
    );
    // Only Enter is stopped, so that the browser does not submit.
    expect(isFree).toBe(key !== "Enter");
  }
  await expect(list(page)).toHaveCount(0);
  await expect(page).toHaveURL("/playlists");
  await ime.send("Input.insertText", { text: "見出し" });
  await expect(group(page, "動画").getByRole("option").first()).toContainText("見出し");
  expect(asked).toEqual(["見出し"]);
});

test.describe("on phones", () => {
  test.use({ freshContext: true, viewport: PHONE, hasTouch: true });

  test("suggestions are tapped, upright and sideways", async ({ page }) => {
    await enterAs(page, MEMBER, "/playlists");
    const { chapters } = await suggestionsFor(page, "見出し");
    const [chapter] = chapters;
    if (!chapter) throw new Error("The demo has no chapter with 見出し");
    for (const size of [PHONE, SIDEWAYS]) {
      await page.setViewportSize(size);
      await page.getByRole("button", { name: size === PHONE ? "探す" : "検索を開く" }).tap();
      await field(page).fill("見出し");
      await expect(group(page, "チャプター")).toBeVisible();
      await expectAccessible(page);
      const box = await list(page).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
      expect(box?.width).toBeLessThanOrEqual(size.width);
      await group(page, "チャプター").getByRole("option").first().tap();
      await expect(page).toHaveURL(`/video/${chapter.video.id}?t=${chapter.time_seconds}`);
      await expect(list(page)).toHaveCount(0);
      await expect(page.getByRole("search")).toBeHidden();
    }
    // The keyboard of a small window opens the row, too.
    await page.keyboard.press("/");
    await expect(field(page)).toBeFocused();
    // The text is still there: Escape closes its suggestions first, and then the row.
    await expect(list(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("search")).toBeHidden();
  });
});

test("a member without access gets titles, and no chapters", async ({ page }) => {
  await enterAs(page, "inactive@example.com", "/playlists");
  await field(page).fill("見出し");
  await expect(group(page, "動画")).toBeVisible();
  await expect(group(page, "チャプター")).toHaveCount(0);
});

test("an empty result leads to near searches and popular tags", async ({ page }) => {
  await enterAs(page, MEMBER, path("カレーの広告"));
  const near = page.getByRole("region", { name: "こちらの言葉ではいかがですか" });
  await expect(near.getByRole("link")).toHaveText([/^広告\d+本の動画$/]);
  const tags = page.getByRole("region", { name: "よく使われているタグ" });
  await expect(tags.getByRole("link")).not.toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await near.getByRole("link").click();
  await expect(page).toHaveURL(path("広告"));
  await expect(main(page).getByRole("article").first()).toBeVisible();
});

test("results by relevance are grouped by where they matched, with playlists above and synonyms marked", async ({
  page,
}) => {
  await enterAs(page, MEMBER, `${path("広告")}&sort=relevance`);
  const headings = main(page).getByRole("heading", { level: 2, name: /一致$/ });
  await expect(headings.first()).toHaveText("タイトルに一致");
  expect(await headings.count()).toBeGreaterThan(1);
  const titled = page.getByRole("region", { name: "タイトルに一致" }).getByRole("article");
  for (const card of await titled.all()) await expect(card.getByRole("heading").locator("mark")).toHaveText("広告");
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await page.goto(path("コピーライティング"));
  const playlists = main(page).getByRole("region", { name: "再生リスト" });
  await expect(playlists.getByRole("link").first().locator("mark")).toHaveText("コピーライティング");
  await playlists.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/playlists\/\d+$/);
});
