import { signInAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";

const MAX_BYTES = 120_000;

const pages = [
  { path: "/landing", audience: "engineers", target: "/signup", button: "会員登録（無料）へ進む" },
  { path: "/freelanding", audience: "would-be freelancers", target: "/trial", button: "1週間、無料で試す" },
] as const;

for (const { path, audience, target, button } of pages) {
  test.describe(`the landing page for ${audience}`, () => {
    test("shows the whole story, keeps its bar, and names the service", async ({ page, server }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      const sections = await page.locator("main section").evaluateAll((all) => all.map(({ id }) => id));
      expect(sections.filter(Boolean)).toEqual([
        "about",
        "story",
        "contents",
        "open-lessons",
        "videos",
        "achievements",
        "pricing",
        "closing",
        "faq",
      ]);
      await expect(page.locator("#story").getByRole("img")).toHaveCount(8);
      await expect(page.getByText("イメージ図です")).toHaveCount(0);
      for (const section of ["contents", "achievements"]) {
        const screens = page.locator(`#${section}`).getByRole("img", { name: /の画面。/ });
        await expect(screens).toHaveCount(2);
        for (const screen of await screens.all()) {
          await screen.scrollIntoViewIfNeeded();
          await expect.poll(() => screen.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500);
        }
      }
      await expect(page.locator("#videos").getByRole("listitem")).toHaveCount(6);
      await expect(page.locator("#videos").getByText(/^\d+:\d\d$/)).toHaveCount(6);
      for (const price of ["1,650円", "16,500円", "月あたり1,375円から。"])
        await expect(page.locator("#pricing").getByText(price, { exact: true })).toBeVisible();

      await test.step("keeps login and signup in a bar that stays", async () => {
        const bar = page.getByRole("banner");
        await expect(bar).toHaveCSS("position", "fixed");
        await expect(bar.getByRole("link", { name: "ログイン" })).toHaveAttribute("href", "/login");
        await expect(bar.getByRole("link", { name: "会員登録" })).toHaveAttribute("href", "/signup");
      });

      await test.step("says what it is to search engines and to those it is shared with", async () => {
        await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${server}${path}`);
        await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /.{40,}/);
        const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
        const response = await page.request.get(picture ?? "");
        expect(response.headers()["content-type"]).toBe("image/png");
        expect(await page.content()).not.toMatch(/__[A-Z_]+__/);
      });
    });

    test(`leads to ${target} from the top, the bottom and the floating button`, async ({ page }) => {
      await page.goto(path);
      const buttons = page.getByRole("link", { name: button });
      const addresses = await buttons.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(addresses).toEqual([target, target, target, target]);
      const floating = page.getByRole("complementary", { name: "お申し込み" }).getByRole("link", { name: button });
      for (const [width, height] of [
        [360, 740],
        [740, 360],
        [1280, 800],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => window.scrollTo(0, 0));
        await expect(floating, `the first view at ${width}×${height}`).not.toBeInViewport();
        for (const section of ["#story", "#pricing", "#faq"]) {
          await page.locator(`${section} h2`).scrollIntoViewIfNeeded();
          await expect(floating).toBeInViewport({ ratio: 1 });
        }
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        // The band of the last button slid over it.
        const isOnTop = await floating.evaluate((link) => {
          const { x, y, width, height } = link.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("a") === link;
        });
        expect(isOnTop, `the last view at ${width}×${height}`).toBe(false);
      }
      await page.locator("#story h2").scrollIntoViewIfNeeded();
      await floating.click();
      await expect(page).toHaveURL(target);
    });

    test.describe("at the first visit", () => {
      test.use({ freshContext: true });

      test("loads no script and weighs little", async ({ page }) => {
        const requests: { type: string; bytes: Promise<number> }[] = [];
        page.on("requestfinished", (request) => {
          requests.push({
            type: request.resourceType(),
            bytes: request.sizes().then((sizes) => sizes.responseBodySize),
          });
        });
        await page.goto(path, { waitUntil: "networkidle" });
        // Pictures below load lazily.
        for (const picture of await page.getByRole("main").locator("img").all()) await picture.scrollIntoViewIfNeeded();
        await page.waitForLoadState("networkidle");
        expect(requests.filter(({ type }) => type === "image").length).toBeGreaterThanOrEqual(10);
        expect(requests.map(({ type }) => type)).toEqual(expect.arrayContaining(["document", "stylesheet"]));
        expect(requests.filter(({ type }) => type === "script")).toEqual([]);
        await expect(page.locator("script")).toHaveCount(0);
        const bytes = await Promise.all(requests.map((request) => request.bytes));
        const weight = bytes.reduce((sum, size) => sum + size, 0);
        console.log(`${path} with all pictures: ${weight} bytes`);
        expect(weight).toBeLessThanOrEqual(MAX_BYTES);
      });
    });

    test("leaves every link of the footer free of the floating button", async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const links = page.getByRole("contentinfo").getByRole("link");
      await expect(links).toHaveText([
        ...["利用規約", "プライバシーポリシー", "よくある質問", "お問い合わせ", "特定商取引法に基づく表記"],
      ]);
      for (const link of await links.all()) {
        await expect(link).toHaveAttribute("href", /^(?:https?|mailto):/);
        await link.click({ trial: true });
      }
    });

    test("opens one question at a time, fits the width, and is accessible in either scheme", async ({ page }) => {
      // axe checks each of the drawings' thousand elements.
      test.slow();
      await page.goto(path);
      await test.step("opens one question at a time and closes it again", async () => {
        const questions = page.locator("#faq details");
        const [first, second] = [questions.nth(0), questions.nth(1)];
        await first.locator("summary").click();
        await expect(first).toHaveAttribute("open");
        await second.locator("summary").click();
        await expect(second).toHaveAttribute("open");
        await expect(first).not.toHaveAttribute("open");
        await second.locator("summary").click();
        await expect(page.locator("#faq details[open]")).toHaveCount(0);
      });
      await test.step("never scrolls sideways, from 320 to 1920 pixels", async () => {
        for (const width of [320, 360, 768, 1280, 1920]) {
          await page.setViewportSize({ width, height: 800 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow, `at ${width} pixels`).toBeLessThanOrEqual(0);
        }
      });
      await page.locator("#faq summary").first().click();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectAccessibleInBothSchemes(page);
      }
    });
  });
}

test("members see the landing page as visitors do", async ({ page }) => {
  await page.goto("/landing");
  const asVisitor = await page.locator("body").innerHTML();
  await signInAs(page, "member@example.com");
  await page.goto("/landing");
  expect(await page.locator("body").innerHTML()).toBe(asVisitor);
});
