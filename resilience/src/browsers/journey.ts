import { QUESTION_STEPS, CLASSROOM_STEPS, FILM_STEPS } from "./classroom.ts";
import { readLayout } from "./layout.ts";
import { currentTime, field, type Journey, logIn, logOut, main, NAME, PASSWORD, type Step, VIDEO } from "./step.ts";
import { appears, eventually, isAt, type Tab, type Target, until } from "./tab.ts";

const scrollPosition = (tab: Tab) => tab.evaluate(() => Math.round(window.scrollY));

async function measure({ tab, layouts, shoot }: Journey, page: string): Promise<void> {
  // Pictures and lazy parts of the page come after its text.
  await until(tab, "all pictures", () =>
    [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
  layouts[page] = await readLayout(tab);
  await shoot(page);
}

async function inBothSchemes({ tab, shoot }: Journey, name: string): Promise<void> {
  await shoot(name);
  await tab.evaluate(() => void (document.documentElement.dataset["theme"] = "dark"));
  await until(tab, "dark colours everywhere", () =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  // WebKit paints a scrolling box some frames later than the page.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await shoot(`${name}-dark`);
  await tab.evaluate(() => void delete document.documentElement.dataset["theme"]);
}

/**
 * Engines keep a page in memory as they like, less on a busy machine.
 * @returns the text of a page from memory as it is first drawn; undefined if the document started anew
 */
async function goBackAfterLogout(journey: Journey): Promise<string | undefined> {
  const { tab, site, shoot } = journey;
  await tab.open(`${site}/`);
  await appears(tab, main("新着動画", "main h2"));
  await tab.evaluate(() =>
    window.addEventListener("pageshow", () =>
      requestAnimationFrame(() => (document.documentElement.dataset["first"] = document.body.textContent)),
    ),
  );
  await tab.open(`${site}/profile`);
  await appears(tab, main("プロフィール", "main h1"));
  await shoot("profile");
  await logOut(journey);
  await tab.evaluate(() => (document.documentElement.dataset["first"] = "the page that is left"));
  await tab.back();
  await until(tab, "the login or the landing page from Back", () => {
    const { first } = document.documentElement.dataset;
    return first !== "the page that is left" && /^\/(login|landing)$/.test(location.pathname);
  });
  const [first, text] = await tab.evaluate(
    () => [document.documentElement.dataset["first"], document.body.textContent] as const,
  );
  if (text.includes(NAME)) throw new Error("Back shows the member's name after the logout");
  return first;
}

/** A member goes from the landing page to the logout in one tab. Each step starts where the one before ended. */
export const STEPS: readonly Step[] = [
  [
    "reads the landing page",
    async (journey) => {
      const { tab, site } = journey;
      await tab.resize(1280, 800);
      await tab.open(`${site}/landing`);
      await measure(journey, "landing");
      await tab.evaluate(() => document.querySelector("#story svg, main section:nth-of-type(2) svg")?.scrollIntoView());
      await inBothSchemes(journey, "landing-story");
    },
  ],
  [
    "signs up for the free week",
    async ({ tab, site, email }) => {
      await tab.open(`${site}/freelanding`);
      await tab.click({ css: "main a[href='/trial']" });
      await tab.type(field("username"), NAME);
      await tab.type(field("email"), email);
      await tab.type(field("password"), PASSWORD);
      await tab.type(field("password2"), PASSWORD);
      await tab.click({ css: "main input[type=checkbox]" });
      await tab.click(main("無料体験を始める"));
      await isAt(tab, "/");
      await appears(tab, main("新着動画", "main h2"));
    },
  ],
  [
    "sees the home page",
    async (journey) => {
      // The sidebar's lists come after the page, and home's lists one after the other.
      await appears(journey.tab, { css: "#sidebar h2", name: "再生リスト" });
      await appears(journey.tab, main("おすすめ動画", "main h2"));
      await measure(journey, "home");
    },
  ],
  [
    "watches a video and jumps to a chapter",
    async (journey) => {
      const { tab } = journey;
      await tab.click(main(VIDEO, "main article a"));
      await until(tab, "the video", () => (document.querySelector("video")?.currentTime ?? 0) > 0.3);
      await tab.click(main("00:46"));
      await eventually(tab, "the chapter", async () => Math.abs((await currentTime(tab)) - 47) < 3);
      await measure(journey, "watch");
    },
  ],
  [
    "plays and pauses by Space and goes on by the arrow on the focused picture",
    async ({ tab }) => {
      await tab.evaluate(() => document.querySelector("video")?.focus());
      await tab.press(" ");
      await until(tab, "the pause", () => document.querySelector("video")?.paused);
      const before = await currentTime(tab);
      await tab.press("ArrowRight");
      await eventually(tab, "five seconds", async () => Math.abs((await currentTime(tab)) - before - 5) < 0.5);
      await tab.press(" ");
      await until(tab, "playing again", () => document.querySelector("video")?.paused === false);
    },
  ],
  [
    "holds the phone sideways and sees the whole player",
    async (journey) => {
      const { tab } = journey;
      for (const [width, height] of [
        [844, 390],
        [1180, 700],
      ] as const) {
        await tab.resize(width, height);
        await until(tab, `a player within ${width}×${height}`, () => {
          const { bottom, right } = document.querySelector("video")?.getBoundingClientRect() ?? {};
          return bottom !== undefined && bottom <= innerHeight && right !== undefined && right <= innerWidth;
        });
        await inBothSchemes(journey, `watch-${width}`);
      }
      await tab.resize(1280, 800);
    },
  ],
  ...QUESTION_STEPS,
  [
    "saves a favourite and finds it in the list",
    async ({ tab }) => {
      await tab.click(main("お気に入り"));
      await until(tab, "the favourite", () => document.querySelector("main [aria-pressed=true]") !== null);
      await tab.click({ css: "#sidebar a", name: "お気に入り" });
      await isAt(tab, "/favorites");
      await appears(tab, main(VIDEO, "main article a"));
    },
  ],
  [
    "buys the monthly plan",
    async (journey) => {
      const { tab, site } = journey;
      await tab.open(`${site}/checkout`);
      await tab.click(main("月額プランを選ぶ"));
      await tab.click(main("月額プランを申し込む"));
      for (const [name, value] of [
        ["カード番号", "4242 4242 4242 4242"],
        ["有効期限", "12/39"],
        ["セキュリティコード", "123"],
      ] as const) {
        await tab.type({ css: "input", name }, value);
      }
      await tab.click({ css: "button", name: "を支払う" });
      await appears(tab, main("お申し込みが完了しました", "main h1, main h2"));
      await journey.shoot("bought");
    },
  ],
  [
    "searches",
    async ({ tab, site, shoot }) => {
      await tab.open(`${site}/`);
      await appears(tab, main("新着動画", "main h2"));
      await tab.type({ css: "header input[name=q]" }, "コピー");
      await tab.press("Enter");
      await appears(tab, main("「コピー」の検索結果", "main h1"));
      await appears(tab, main(VIDEO, "main article a"));
      await shoot("search");
      const unstyled = await tab.evaluate(
        () =>
          [...document.querySelectorAll("select")].filter((select) => getComputedStyle(select).appearance !== "none")
            .length,
      );
      if (unstyled > 0) throw new Error(`${unstyled} selects look as the engine likes`);
    },
  ],
  ...FILM_STEPS,
  [
    "returns to the scroll position after a reload and from another document",
    async ({ tab, site }) => {
      await tab.open(`${site}/`);
      await appears(tab, main("おすすめ動画", "main h2"));
      await until(tab, "the end of loading", () => document.readyState === "complete");
      await tab.evaluate(() => window.scrollTo(0, 600));
      await eventually(tab, "the scroll", async () => (await scrollPosition(tab)) === 600);
      const position = await scrollPosition(tab);
      if (position < 500) throw new Error(`The page is too short to scroll: ${position}`);
      await tab.reload();
      await eventually(tab, "the position after a reload", async () => (await scrollPosition(tab)) === position);
      await tab.open(`${site}/landing`);
      await tab.back();
      await isAt(tab, "/");
      await eventually(tab, "the position on the way back", async () => (await scrollPosition(tab)) === position);
    },
  ],
  [
    "deletes the history and keeps a focused element",
    async ({ tab }) => {
      await tab.click({ css: "#sidebar a", name: "視聴履歴" });
      await isAt(tab, "/watch-history");
      await tab.click(main("すべて削除"));
      await tab.click({ css: "dialog button", name: "2件を削除" });
      await appears(tab, { css: "main p", name: "視聴履歴はありません" });
      await until(tab, "a focused element", () => document.activeElement !== document.body);
    },
  ],
  [
    "logs out, and Back shows no member's screen",
    async (journey) => {
      for (let round = 1; round <= 3; round++) {
        if (round > 1) await logIn(journey, journey.email, PASSWORD);
        const first = await goBackAfterLogout(journey);
        if (first?.includes(NAME)) throw new Error("Back shows the member's screen before the login page");
        // Chromium without a window keeps no page; there the document starts anew.
        if (first !== undefined || journey.tab.engine === "chromium") return;
      }
      throw new Error("no page came back from memory");
    },
  ],
  [
    "logs in as staff, and reorders a playlist by one movement",
    async ({ tab, site, shoot }) => {
      await logIn({ tab, site }, "staff@example.com");
      await tab.click({ css: "#sidebar a[href^='/playlists/']" });
      await tab.click(main("再生リストを編集"));
      const titles = () =>
        tab.evaluate(() =>
          [...document.querySelectorAll("main ol > li p.font-bold")].map((title) =>
            title.textContent.replace(/^\d+\. /, ""),
          ),
        );
      const handle = (row: number): Target => ({ css: `main ol > li:nth-child(${row}) [title=ドラッグして並べ替え]` });
      await appears(tab, handle(3));
      await tab.evaluate(() =>
        document.querySelector("main ol")?.scrollIntoView({ behavior: "instant", block: "center" }),
      );
      const before = await titles();
      await tab.drag(handle(1), handle(3));
      await eventually(tab, "the third row", async () => (await titles())[2] === before[0]);
      await shoot("playlist");
      await tab.drag(handle(3), handle(1));
      await eventually(tab, "the first row again", async () => (await titles())[0] === before[0]);
    },
  ],
  [
    "opens one address after another without an error",
    async ({ tab, site }) => {
      for (const path of ["/admin/dashboard", "/admin/categories", "/profile", "/admin/videos", "/favorites", "/"]) {
        await tab.evaluate((address) => location.assign(address), site + path);
        await isAt(tab, path);
      }
      await appears(tab, main("新着動画", "main h2"));
    },
  ],
  ...CLASSROOM_STEPS,
];
