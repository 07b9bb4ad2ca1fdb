import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, test, ownTest } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const PHOTO = fileURLToPath(new URL("../web/public/icon-512.png", import.meta.url));
const MAX_BYTES = 120_000;
const main = (page: Page) => page.getByRole("main");
const open = (page: Page, part: string) => main(page).locator("summary").filter({ hasText: part }).click();
const press = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true }).click();

/** Opens the page as a visitor with an empty cache, and counts its bytes. */
async function visit(page: Page, path: string) {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("no browser");
  const visitor = await context.newPage();
  const loaded: { type: string; bytes: Promise<number> }[] = [];
  visitor.on("requestfinished", (request) => {
    const bytes = request.sizes().then((sizes) => sizes.responseBodySize);
    loaded.push({ type: request.resourceType(), bytes });
  });
  await visitor.goto(new URL(path, page.url()).href, { waitUntil: "networkidle" });
  // Pictures below load lazily.
  await visitor.getByRole("contentinfo").scrollIntoViewIfNeeded();
  for (const picture of await visitor.getByRole("main").locator("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  const sizes = await Promise.all(loaded.map(({ bytes }) => bytes));
  const sections = await visitor.locator("main section").evaluateAll((all) => all.map(({ id }) => id));
  return {
    visitor,
    scripts: loaded.filter(({ type }) => type === "script").length + (await visitor.locator("script").count()),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    sections: sections.filter(Boolean),
    close: () => context.close(),
  };
}

for (const [size, screen, path] of [
  [PHONE, "/admin/landing", "/landing"],
  [DESKTOP, "/admin/freelanding", "/freelanding"],
] as const) {
  ownTest(
    `an operator writes ${path}, looks at it, publishes it and goes back, at ${size.width} px`,
    async ({ page }) => {
      test.slow();
      await page.setViewportSize(size);
      await enterAs(page, "superuser@example.com", screen);
      await open(page, "最初の画面");
      const heading = main(page).getByLabel("見出し", { exact: true });
      const original = await heading.inputValue();
      await test.step("begins with the texts of another subject", async () => {
        await press(page, "音楽");
        await expect(heading).toHaveValue("弾きたい一曲へ、一小節ずつ。");
        await press(page, "プレビューを更新");
        const preview = page.frameLocator('iframe[title="ページのプレビュー"]');
        await expect(preview.getByRole("heading", { level: 1 })).toHaveText("弾きたい一曲へ、一小節ずつ。");
        await expect(preview.locator("#story")).toHaveCount(0);
        await expect(preview.locator("#about").getByRole("listitem")).toHaveCount(3);
        await expect(preview.locator("#hero-heading, #about, #closing, #faq").first()).not.toContainText(
          /エンジニア|副業/,
        );
      });
      await heading.fill("{秘密}");
      await press(page, "公開する");
      await expect(heading).toHaveAccessibleDescription(/の中には、サイト名、月額/);
      await expect(heading).toBeFocused();
      await heading.fill("<script>alert(1)</script>月あたり{月あたり}");
      await open(page, "最初の画面");

      await open(page, "よくある質問");
      await press(page, "質問を追加");
      const added = main(page).getByRole("listitem").last();
      await added.getByLabel("質問", { exact: true }).fill("教室はありますか？");
      await added.getByLabel("答え").fill("ありません。\nすべて動画です。");
      await added.getByRole("button", { name: /を上へ$/ }).click();
      await expect(
        main(page)
          .getByRole("button", { name: /を上へ$/ })
          .and(page.locator(":focus")),
      ).toHaveCount(1);
      await open(page, "よくある質問");

      await open(page, "並び順と表示");
      await press(page, "教科を下へ");
      await main(page)
        .getByLabel(/^ページに表示する.*（まんが）$/)
        .uncheck();
      await open(page, "並び順と表示");

      await test.step("introduces the teacher with a picture", async () => {
        await open(page, "先生");
        await main(page).getByLabel("先生の名前").fill("学び 花子");
        await main(page).getByLabel("先生の写真", { exact: true }).setInputFiles(PHOTO);
        await expect(main(page).getByRole("button", { name: "先生の写真を外す" })).toBeVisible();
        await press(page, "公開する");
        const alt = main(page).getByLabel("先生の写真の説明");
        await expect(alt).toHaveAccessibleDescription(/画像の説明を入力してください。/);
        await alt.fill("教室で笑う花子先生");
        await press(page, "仕事を追加");
        await main(page).getByLabel("仕事の名前").fill("著書『はじめての値決め』");
        await expectAccessibleInBothSchemes(page);
        await open(page, "先生");
      });

      await test.step("sees the page before it is published", async () => {
        await press(page, "プレビューを更新");
        const preview = page.frameLocator('iframe[title="ページのプレビュー"]');
        await expect(preview.getByRole("heading", { level: 1 })).toHaveText("<script>alert(1)</script>月あたり1,375円");
        await expect(preview.locator("#story")).toHaveCount(0);
        await expect(preview.getByRole("img", { name: "教室で笑う花子先生" })).toHaveAttribute(
          "src",
          /^data:image\/webp;/,
        );
        const floating = preview.getByRole("complementary", { name: "お申し込み" });
        await expect(floating).toHaveCSS("position", "sticky");
        await press(page, "パソコン");
        expect((await visit(page, path)).sections).toContain("story");
        await expectToFit(page);
      });
      await expectAccessibleInBothSchemes(page);

      await press(page, "公開する");
      await expect(main(page).getByText("公開しました。")).toBeVisible();
      const published = await visit(page, path);
      expect(published.sections.slice(0, 2)).toEqual(["about", "contents"]);
      expect(published.sections).toContain("videos");
      await expect(published.visitor.locator("#videos img")).toHaveCount(6);
      await expect(published.visitor.locator("#videos h2")).toHaveText(/^\d+本の動画が、待っています。$/);
      await expect(published.visitor.getByRole("img", { name: "教室で笑う花子先生" })).toBeVisible();
      console.log(`${path} with seven pictures: ${published.bytes} bytes`);
      expect(published.scripts).toBe(0);
      expect(published.bytes).toBeLessThanOrEqual(MAX_BYTES);
      const { visitor } = published;
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("<script>alert(1)</script>月あたり1,375円");
      await visitor.getByText("教室はありますか？").click();
      await expect(visitor.getByText("すべて動画です。")).toBeVisible();
      await published.close();

      await main(page)
        .getByRole("button", { name: /^最初の内容：この内容に戻す/ })
        .click();
      await expect(main(page).getByText("以前の内容に戻しました。")).toBeVisible();
      const back = await visit(page, path);
      await expect(back.visitor.getByRole("heading", { level: 1 })).toHaveText(original);
      expect(back.sections.slice(0, 2)).toEqual(["about", "story"]);
      await back.close();
    },
  );
}
