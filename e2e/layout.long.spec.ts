import type { Page } from "@playwright/test";
import type { PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import { REFUSED } from "./api-answers.ts";
import { ask, newestOf } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { becomeTrial, expect, test } from "./fixtures.ts";
import { colourProblemsOf } from "./layout/colours.ts";
import { problemsOf } from "./layout/problems.ts";
import { type Account, FORGOTTEN, type Screen, SCREENS } from "./layout/screens.ts";
import { callAs, expectSpecifiedSidebar } from "./staff-pages.ts";
import { DESKTOP } from "./widths.ts";

// Links and payments that nobody knows.
test.use({ expectedErrors: [REFUSED] });

const SIZES = [
  [320, 640],
  [360, 740],
  [480, 800],
  [740, 360],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
] as const;
/** Per cent of the browser's usual text. */
const TEXTS = [100, 150, 200];
/** Most contrast themes are dark. */
const COLOURS = [
  { colorScheme: "light", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "active" },
] as const;
/** Every combination of size, text and colours of every screen, which takes half an hour of two busy cores. */
const IS_WHOLE = process.env["LAYOUT"] === "all";

/**
 * Else each screen has each of the colours with another size of text in one window, by turns, and 200 % on the narrowest phone,
 * which finds most.
 */
function isChosen(turn: number, colour: number, text: number, size: number): boolean {
  if (IS_WHOLE) return true;
  const isNarrowest = TEXTS[text] === 200 && size === 0;
  return text === (colour + turn) % TEXTS.length && (size === (turn + 3 * colour) % SIZES.length || isNarrowest);
}

/** The cards of each of home's lists, row by row. */
function rowsOf(page: Page, name: string): Promise<number[]> {
  return page
    .getByRole("region", { name, exact: true })
    .getByRole("listitem")
    .filter({ visible: true })
    .evaluateAll((cards) => {
      const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    });
}

async function rowProblemsOf(page: Page): Promise<string[]> {
  const newest = await rowsOf(page, "新着動画");
  const history = await rowsOf(page, "視聴履歴");
  const count = newest.reduce((sum, row) => sum + row, 0);
  return [
    ...(count === 8 ? [] : [`${count} new videos`]),
    ...(new Set([...newest, ...history]).size === 1 ? [] : [`rows of ${newest.join()} and ${history.join()}`]),
  ];
}

/** This text changes if an element moves. Colours that move nothing need no second look. */
function boxesOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return Array.from(document.body.querySelectorAll("*"), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    }).join(";");
  });
}

/** All problems of the open screen. @param turn of the screen among all, which decides what is looked at */
async function allProblemsOf(page: Page, { account, address }: Screen, turn: number): Promise<string[]> {
  const found: string[] = [];
  const paint = async ({ colorScheme, forcedColors }: (typeof COLOURS)[number]) => {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
    const name = forcedColors === "active" ? "forced colours" : colorScheme;
    return (where: string, problems: string[]) =>
      found.push(...problems.map((problem) => `${address} as ${account}, ${name}${where}: ${problem}`));
  };
  for (const media of COLOURS) (await paint(media))("", await colourProblemsOf(page));
  for (const [index, text] of TEXTS.entries()) {
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, text);
    for (const [size, [width, height]] of SIZES.entries()) {
      const colours = COLOURS.filter((_, colour) => isChosen(turn, colour, index, size));
      if (colours.length > 0) await page.setViewportSize({ width, height });
      let looked = { boxes: "", problems: [] as string[] };
      for (const media of colours) {
        const add = await paint(media);
        const boxes = await boxesOf(page);
        if (boxes !== looked.boxes) {
          // A script that follows a resize may need a moment.
          const problems = (await problemsOf(page)).length > 0 ? await problemsOf(page) : [];
          if (address === "/" && account === "member") problems.push(...(await rowProblemsOf(page)));
          looked = { boxes: await boxesOf(page), problems };
        }
        add(`, ${width}×${height}, text at ${text} %`, looked.problems);
      }
    }
  }
  return found;
}

async function become(page: Page, account: Account): Promise<void> {
  if (account === "visitor") await page.evaluate(() => localStorage.clear());
  else if (account === "newcomer") await becomeTrial(page);
  else await signInAs(page, `${account}@example.com`);
}

/** Finishes a course as the page's member. @returns the link of its certificate */
async function finishCourse(page: Page, { id, videos }: PlaylistDetail): Promise<string> {
  for (const { video } of videos) await callAs(page, "PUT", `/api/videos/${video.id}/finished/`);
  const data = { name: "ムハンマド・アブドゥルラフマーン 花子" };
  const { link } = await callAs<{ link: string }>(page, "PUT", `/api/certificates/${id}/`, { data });
  return link;
}

const of = (...accounts: Account[]) => accounts.flatMap((each) => SCREENS.filter(({ account }) => account === each));
const halves = (screens: Screen[]) => [screens.slice(0, screens.length / 2), screens.slice(screens.length / 2)];

test("every route of the application has an address that is opened here", () => {
  expect(FORGOTTEN).toEqual([]);
});

for (const screens of [
  of("newcomer", "visitor"),
  of("trial", "expired", "inactive", "canceled"),
  ...halves(of("member")),
  ...halves(of("staff", "superuser")),
]) {
  const [first, last] = [screens[0], screens.at(-1)].map((screen) => `${screen?.address} as ${screen?.account}`);
  test(`from ${first} to ${last} all can be read at every size, text and colour`, async ({ page }) => {
    if (IS_WHOLE) test.setTimeout(3_600_000);
    await signInAs(page, "superuser@example.com");
    const video = await newestOf(page, "file");
    const course = await ask<PlaylistDetail>(page, "/api/playlists/2/");
    const [lesson, open] = course.videos.map((each) => each.video);
    const words: Record<string, unknown> = { video: video.id, course: course.id, lesson: lesson?.id, open: open?.id };
    const setOpen = (is_open: boolean) =>
      callAs(page, "PUT", `/api/admin/videos/${open?.id}/opening/`, { data: { is_open } });
    const isOpened = screens.some(({ route }) => route === "/open/:id");
    if (isOpened) await setOpen(true);
    const found: string[] = [];
    let present: Account = "superuser";
    for (const screen of screens) {
      if (screen.account !== present) await become(page, (present = screen.account));
      if (present === "newcomer") words["certificate"] ??= await finishCourse(page, course);
      const address = screen.address.replaceAll(/\{(\w+)\}/g, (_, word: string) => String(words[word]));
      await page.setViewportSize(DESKTOP);
      await page.goto(address);
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").getByRole("status", { name: /読み込み/ })).toHaveCount(0);
      if (present === "staff" || present === "superuser") await expectSpecifiedSidebar(page);
      const { pathname } = new URL(page.url());
      if (pathname !== address.split("?")[0]) {
        found.push(`${address} leads a ${present} to ${pathname}: name in screens.ts who sees it`);
      }
      found.push(...(await allProblemsOf(page, screen, SCREENS.indexOf(screen))));
    }
    await become(page, "superuser");
    if (isOpened) await setOpen(false);
    expect(found).toEqual([]);
  });
}

const PLANTED = `<!doctype html><html lang="ja"><body style="background: #fff; color: #000"><main><h1>見本</h1>
  <p style="color: #999">薄い文字</p>
  <p style="width: 4em; white-space: nowrap; overflow: hidden">横で隠れる文字</p>
  <p style="width: 4em; white-space: nowrap">枠から出る文字</p>
  <p style="width: 1em">一文字ずつ</p>
  <p style="height: 2em; overflow: hidden">上の行<br><br><br><b>下で隠れる文字</b></p>
  <p style="position: absolute; left: -40px">窓の外</p>
  <div style="width: 4em; overflow: hidden"><button style="margin-left: 5em" aria-label="隠れる操作"></button></div>
  <span style="display: block; width: 20px; height: 20px; background: #080"></span></main></html>`;

test("planted problems are found", async ({ page }) => {
  // The policy of the application's pages refuses other content.
  await page.goto("about:blank");
  await page.setContent(PLANTED);
  expect(await problemsOf(page)).toEqual([
    "a control hidden at the side: 隠れる操作",
    "hidden at the side: 横で隠れる文字",
    "runs out of its box: 枠から出る文字",
    "one character per line: 一文字ずつ",
    "hidden below: 下で隠れる文字",
    "outside of the window: 窓の外",
  ]);
  expect(await colourProblemsOf(page)).toEqual([
    "a text (薄い文字) with a contrast of 2.8: rgb(153, 153, 153) on 255 255 255 1",
  ]);
  await page.emulateMedia({ forcedColors: "active" });
  expect(await colourProblemsOf(page)).toEqual([expect.stringMatching(/^not seen in forced colours: <span/)]);
});

test("in forced colours, bars are seen, and selects keep their arrow", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await enterAs(page, "member@example.com", "/today");
  await page.getByText("この4週間に").click();
  await expect(page.getByRole("img", { name: /棒グラフ/ })).toBeVisible();
  expect(await colourProblemsOf(page)).toEqual([]);
  await page.goto("/new-videos");
  const selects = page.getByRole("main").getByRole("combobox");
  await expect(selects.first()).toBeVisible();
  const looks = await selects.evaluateAll((all) => all.map((select) => getComputedStyle(select).appearance));
  expect(looks.filter((look) => look !== "auto")).toEqual([]);
});

test.describe("in a window as low as 256 px", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("no bar stays over the page", async ({ page }) => {
    await enterAs(page, "member@example.com", "/new-videos");
    await expect(page.getByRole("article").first()).toBeAttached();
    await page.evaluate(() => scrollTo(0, 600));
    await expect(page.getByRole("banner")).not.toBeInViewport();
    await page.goto("/landing");
    await page.evaluate(() => scrollTo(0, 600));
    await expect(page.getByRole("banner")).not.toBeInViewport();
  });
});
