import type { Page } from "@playwright/test";
import { REFUSED } from "./api-answers.ts";
import { enterAs } from "./enter-as.ts";
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  becomeTrial,
  signUpForTrial,
  test,
  LONG,
} from "./fixtures.ts";
import { expectToFit, PHONE } from "./widths.ts";

function menuButton(page: Page) {
  return page.getByRole("button", { name: "メニュー", exact: true });
}

function mainNavigation(page: Page) {
  return page.getByRole("navigation", { name: "メイン" });
}

test.describe("The sidebar", () => {
  test("lists playlists and categories, and keeps its state beside wide pages", async ({ page }) => {
    await signUpForTrial(page);
    const navigation = mainNavigation(page);
    await expect(navigation.getByRole("link", { name: "後で見る" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "メモ" })).toHaveAttribute("href", "/notes");
    await expect(navigation.getByRole("link", { name: "今日の学習" })).toHaveAttribute("href", "/today");
    const playlists = navigation.getByRole("group", { name: "再生リスト" });
    await expect(playlists.getByRole("link")).toHaveAccessibleName("再生リスト一覧");
    await playlists.getByText("再生リスト 6件").click();
    await expect(playlists.getByRole("link").nth(1)).toHaveAttribute("href", /^\/playlists\/\d+$/);
    await expect(playlists.getByRole("link")).toHaveCount(7);
    await expect(playlists.getByRole("link", { name: "再生リストを作成" })).toBeHidden();
    const categories = navigation.getByRole("group", { name: "カテゴリー" });
    const parent = categories.getByRole("link", { name: "マーケティング" });
    await expect(parent).toHaveAttribute("href", /^\/category\/\d+$/);
    await expect(categories.getByRole("list", { name: "マーケティング" }).getByRole("link").first()).toHaveAttribute(
      "href",
      /^\/category\/\d+$/,
    );
    await navigation.getByRole("link", { name: "ホーム" }).click();
    await expect(navigation).toBeVisible();
    await menuButton(page).click();
    await expect(navigation).toBeHidden();
    await expect(menuButton(page)).toHaveAttribute("aria-expanded", "false");
  });

  test("shows a subscriber every category, and the begun playlists, without scrolling", async ({ page }) => {
    await enterAs(page, "member@example.com", "/");
    const navigation = mainNavigation(page);
    const playlists = navigation.getByRole("group", { name: "再生リスト" });
    await expect(playlists.getByRole("link", { name: "はじめの一週間で見る7本" })).toBeVisible();
    const categories = await navigation.getByRole("group", { name: "カテゴリー" }).getByRole("link").all();
    expect(categories).toHaveLength(17);
    for (const category of categories) await expect(category).toBeInViewport({ ratio: 1 });
  });

  test.describe("on phones", () => {
    test.use({ viewport: PHONE });

    test("covers the page, takes the focus, and closes after a navigation or a touch beside it", async ({ page }) => {
      await signUpForTrial(page);
      await expect(mainNavigation(page)).toBeHidden();
      await menuButton(page).press("Enter");
      await expect(page.getByRole("button", { name: "メニューを閉じる" })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(mainNavigation(page)).toBeHidden();
      await expect(menuButton(page)).toBeFocused();
      await menuButton(page).click();
      await expect(mainNavigation(page).getByRole("link", { name: "再生リスト一覧" })).toBeVisible();
      await mainNavigation(page).getByRole("link", { name: "メモ" }).click();
      await expect(page).toHaveURL("/notes");
      await expect(mainNavigation(page)).toBeHidden();
      await menuButton(page).click();
      await expect(mainNavigation(page)).toBeVisible();
      await page.mouse.click(PHONE.width - 10, PHONE.height / 2);
      await expect(mainNavigation(page)).toBeHidden();
    });
  });

  test("is absent at signup and checkout", LONG, async ({ page }) => {
    await page.goto("/signup");
    await expect(page.getByRole("heading", { name: "会員登録" })).toBeVisible();
    await expect(menuButton(page)).toBeHidden();
    await becomeTrial(page);
    await page.goto("/checkout");
    await expect(page.getByRole("heading", { name: "プランを選ぶ" })).toBeVisible();
    await expect(menuButton(page)).toBeHidden();
    await expect(mainNavigation(page)).toBeHidden();
  });

  test("shows that there is nothing to list", LONG, async ({ page }) => {
    await becomeTrial(page);
    await page.route("/api/categories/", (route) => route.fulfill({ json: [] }));
    await page.route("/api/playlists/", (route) => route.fulfill({ json: { results: [] } }));
    await page.goto("/profile");
    await expect(page.getByText("再生リストはありません")).toBeVisible();
    await expect(page.getByText("カテゴリーはありません")).toBeVisible();
  });

  test.describe("when something cannot be fetched", LONG, () => {
    test.use({ expectedErrors: [REFUSED] });

    test("names it and offers a retry", async ({ page }) => {
      await becomeTrial(page);
      await page.route("/api/playlists/", (route) => route.fulfill({ status: 500 }));
      await page.goto("/profile");
      await expect(page.getByText("再生リストの読み込みに失敗しました")).toBeVisible();
      await expect(page.getByText("データの取得に失敗しました")).toBeHidden();
      await page.unroute("/api/playlists/");
      await mainNavigation(page).getByRole("button", { name: "再試行" }).click();
      await expect(page.getByText("再生リストの読み込みに失敗しました")).toBeHidden();
    });

    test("shows one message for everything", async ({ page }) => {
      await becomeTrial(page);
      await page.route(/\/api\/(playlists|categories)\/$/, (route) => route.abort());
      await page.goto("/profile");
      await expect(page.getByText("データの取得に失敗しました", { exact: true })).toBeVisible();
      await expect(page.getByText("カテゴリーを読み込めませんでした")).toBeVisible();
      await expectAccessible(page);
    });
  });
});

test.describe("The top bar", () => {
  test("links visitors to login and signup", LONG, async ({ page }) => {
    await page.goto("/error");
    const bar = page.getByRole("banner");
    await expect(bar.getByRole("link", { name: "ログイン" })).toHaveAttribute("href", "/login");
    await expect(bar.getByRole("link", { name: "会員登録" })).toHaveAttribute("href", "/signup");
    await expect(bar.getByRole("search")).toBeHidden();
  });

  test("counts unread notices on the home screen only", async ({ page }) => {
    await enterAs(page, "member@example.com", "/");
    const bell = page.getByRole("banner").getByRole("link", { name: /^お知らせ/ });
    const { count } = (await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
      return (await fetch("/api/notices/count/", { headers })).json();
    })) as { count: number };
    expect(count).toBeGreaterThan(0);
    await expect(bell).toHaveAccessibleName(`お知らせ（未読${count}件）`);
    await expect(bell).toHaveAttribute("href", "/notices");
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "ご契約" })).toBeVisible();
    await expect(bell).toBeHidden();
  });

  test("opens the member's menu, which closes with Escape and after a choice", async ({ page }) => {
    await signUpForTrial(page);
    const button = page.getByRole("button", { name: "体験 太郎さんのメニュー" });
    const menu = page.getByRole("navigation", { name: "アカウント" });
    await button.press("Enter");
    await expect(menu.getByRole("link")).toHaveText(["プロフィール", "お気に入り", "後で見る"]);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await menu.getByRole("link", { name: "プロフィール" }).click();
    await expect(page).toHaveURL("/profile");
    await expect(menu).toBeHidden();
  });

  for (const who of ["staff", "superuser"]) {
    test(`shows ${who}@example.com links to the administration and to a new playlist`, async ({ page }) => {
      await enterAs(page, `${who}@example.com`, "/");
      await page.getByRole("button", { name: /さんのメニュー$/ }).click();
      await expect(page.getByRole("link", { name: "管理画面" })).toHaveAttribute("href", "/admin/dashboard");
      const creation = mainNavigation(page).getByRole("link", { name: "再生リストを作成" });
      await expect(creation).toHaveAttribute("href", "/playlists/create");
    });
  }

  test("does not search for an empty text, nor during a kana conversion", LONG, async ({ page }) => {
    await becomeTrial(page);
    await page.goto("/profile");
    const words = page.getByRole("combobox", { name: "検索キーワード" });
    await words.fill(" 　");
    await words.press("Enter");
    await words.fill("せーるす");
    await words.evaluate((input: HTMLInputElement) => {
      const enter = { key: "Enter", bubbles: true, cancelable: true, isComposing: true };
      // A real Enter submits unless the page prevents it.
      if (input.dispatchEvent(new KeyboardEvent("keydown", enter))) input.form?.requestSubmit();
    });
    await expect(page).toHaveURL("/profile");
  });

  test("searches with words and scope", async ({ page }) => {
    await signUpForTrial(page);
    await page.getByLabel("検索の対象").selectOption("チャプター");
    const words = page.getByRole("combobox", { name: "検索キーワード" });
    await words.fill(" メルマガ 件名 ");
    await words.press("Enter");
    await expect(page).toHaveURL("/search?q=%E3%83%A1%E3%83%AB%E3%83%9E%E3%82%AC+%E4%BB%B6%E5%90%8D&type=chapter");
    await expect(page.getByRole("combobox", { name: "検索キーワード" })).toHaveValue("メルマガ 件名");
  });

  test.describe("on phones", () => {
    test.use({ viewport: PHONE });

    test("opens the search as a row of its own", async ({ page }) => {
      await signUpForTrial(page);
      await expect(page.getByRole("search")).toBeHidden();
      await page.getByRole("button", { name: "探す" }).click();
      await expect(page.getByRole("combobox", { name: "検索キーワード" })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("search")).toBeHidden();
      const opener = page.getByRole("button", { name: "探す" });
      await expect(opener).toBeFocused();
      await opener.press("Enter");
      await page.getByRole("button", { name: "検索を閉じる" }).press("Enter");
      await expect(page.getByRole("search")).toBeHidden();
      await expect(opener).toBeFocused();
    });
  });
});

test.describe("The bar at the bottom of phones", () => {
  test.use({ viewport: PHONE });
  const bar = (page: Page) => page.getByRole("navigation", { name: "画面の下のメニュー" });

  test("leads to each place at one press, and covers neither the end of a page nor a low window", async ({ page }) => {
    await becomeTrial(page);
    await page.goto("/");
    for (const [name, path] of [
      ["再生リスト", "/playlists"],
      ["今日", "/today"],
      ["メモ", "/notes"],
      ["ホーム", "/"],
    ] as const) {
      await bar(page).getByRole("link", { name }).click();
      await expect(page).toHaveURL(path);
      await expect(bar(page).getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    }
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.keyboard.press("End");
    const { y, height } = (await page.getByRole("contentinfo").boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
    await page.setViewportSize({ width: 740, height: 360 });
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "検索を開く" })).toBeVisible();
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(bar(page)).toBeHidden();
    await page.setViewportSize(PHONE);
    await page.goto("/checkout");
    await expect(page.getByRole("heading", { name: "プランを選ぶ" })).toBeVisible();
    await expect(bar(page)).toBeHidden();
  });
});

test("The footer links to the operator's pages", LONG, async ({ page }) => {
  await page.goto("/login");
  const footer = page.getByRole("contentinfo");
  for (const [name, href] of [
    ["利用規約", /\/legal\/terms$/],
    ["プライバシーポリシー", /\/legal\/privacy$/],
    ["よくある質問", /\/landing#faq$/],
    ["お問い合わせ", /^mailto:.+@/],
  ] as const) {
    await expect(footer.getByRole("link", { name })).toHaveAttribute("href", href);
  }
  await expect(footer).toContainText("© 学び舎");
});

test("A new page starts at its top with the focus, and going back restores the scroll position", async ({ page }) => {
  await signUpForTrial(page);
  await expect(page.getByRole("heading", { name: "おすすめ動画" })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.getByRole("button", { name: "体験 太郎さんのメニュー" }).click();
  await page.getByRole("link", { name: "プロフィール" }).click();
  await expect(page.getByRole("heading", { name: "プロフィール", level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
});

test("An opened address starts at its top, whatever the previous scroll position", LONG, async ({ page }) => {
  await signUpForTrial(page);
  const scrollPosition = () => page.evaluate(() => window.scrollY);
  const cards = page.getByRole("main").getByRole("article");
  await page.goto("/new-videos");
  await expect(cards.first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 400));
  expect(await scrollPosition()).toBe(400);
  await page.goto("/new-videos?page=2");
  await expect(cards.first()).toBeVisible();
  expect(await scrollPosition()).toBe(0);
});

test("The keyboard reaches the page's content in two steps", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "ログイン" })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "本文へ移動" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("メールアドレス")).toBeFocused();
});

test("The theme chosen in the settings stays after a reload", async ({ page }) => {
  await becomeTrial(page);
  await page.goto("/profile/settings");
  await page.getByRole("radio", { name: "暗い画面" }).check();
  const backgroundColor = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await backgroundColor()).toBe("rgb(17, 20, 26)");
  await page.reload();
  await expect(page.getByRole("radio", { name: "暗い画面" })).toBeChecked();
  expect(await backgroundColor()).toBe("rgb(17, 20, 26)");
});

test.describe("In a browser that refuses storage", LONG, () => {
  test.use({ freshContext: true });

  test("the application starts, lets a member in and changes its theme", async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
      }
    });
    await page.goto("/login?next=/profile/settings");
    await page.getByLabel("メールアドレス").fill("member@example.com");
    await page.getByLabel("パスワード", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await page.getByRole("radio", { name: "暗い画面" }).check();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
});

const SCREENS = [
  { path: "/login?next=/profile", shows: "続けるには、ログインしてください。" },
  { path: "/signup", shows: "次の画面でプランを選びます。" },
  { path: "/trial", shows: "1週間無料" },
  { path: "/error", shows: "うまく表示できませんでした" },
  { path: "/profile", shows: "無料体験中", isForMembers: true },
  { path: "/checkout", shows: "1,650円", isForMembers: true },
  { path: "/trial", shows: "すでにアカウントをお持ちです", isForMembers: true },
];

for (const { path, shows, isForMembers = false } of SCREENS) {
  test(
    `${path} with 「${shows}」 is accessible in either scheme and never wider than the window`,
    LONG,
    async ({ page }) => {
      if (isForMembers) await becomeTrial(page);
      await page.goto(path);
      await expect(page.getByText(shows)).toBeVisible();
      await expectToFit(page);
      await expectAccessibleInBothSchemes(page);
    },
  );
}

test("A form full of errors is accessible in either scheme and never wider than the window", LONG, async ({ page }) => {
  await page.goto("/signup");
  await page.getByRole("button", { name: "アカウントを作成" }).click();
  await expect(page.getByText("ユーザー名を入力してください。")).toBeVisible();
  await expectToFit(page);
  await expectAccessibleInBothSchemes(page);
});
