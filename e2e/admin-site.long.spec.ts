import type { SiteScreen } from "@manabiya/contract/site/form.ts";
import type { Locator, Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { callAs } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

// Both sizes change the settings of one server.
test.describe.configure({ mode: "default" });
test.use({ freshContext: true, baseURL: async ({ settingsServer }, use) => use(settingsServer) });

const main = (page: Page) => page.getByRole("main");
const linkColour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-primary"));

test("an operator gives the site its name and colours, and goes back", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/site");
  const name = "寺子屋";
  await main(page).getByLabel("サイト名").fill(name);
  const colour = main(page).getByLabel("メインカラー");
  await colour.fill("#ffee00");
  await expect(main(page).getByText(/文字が読みにくくなります/)).toBeVisible();
  await main(page).getByRole("button", { name: "保存" }).click();
  await expect(colour).toHaveAccessibleDescription(/リンクやボタンの文字が読みにくくなります/);
  await colour.fill("#0b5d3b");
  await expect(main(page).getByRole("region", { name: "プレビュー" })).toContainText(name);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await main(page).getByRole("button", { name: "保存" }).click();
  await expect(main(page).getByText("サイトの設定を保存しました。")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name })).toBeVisible();
  expect(await linkColour(page)).toContain("#0b5d3b");
  await page.goto("/landing");
  await expect(page).toHaveTitle(new RegExp(name));
  expect(await linkColour(page)).toContain("#0b5d3b");

  await page.goto("/admin/site");
  await expect(main(page).getByLabel("サイト名")).toHaveValue(name);
  await main(page).getByLabel("サイト名").fill(`${name}の二番目`);
  await main(page).getByRole("button", { name: "保存" }).click();
  await expect(main(page).getByText("サイトの設定を保存しました。")).toBeVisible();
  await main(page)
    .getByRole("button", { name: /：この設定に戻す$/ })
    .first()
    .click();
  await expect(main(page).getByText("以前の設定に戻しました。")).toBeVisible();
  await expect(main(page).getByLabel("サイト名")).toHaveValue(name);
  expect((await callAs<SiteScreen>(page, "GET", "/api/admin/site/")).current.site_name).toBe(name);
  await page.goto("/");
  await expect(page).toHaveTitle(new RegExp(name));
});

test("an operator says who hears of trouble and when, and on how many devices a member plays", async ({ page }) => {
  await enterAs(page, "superuser@example.com", "/admin/site");
  const addresses = main(page).getByLabel("お知らせの宛先");
  await addresses.fill("owner@example.com\n誤り");
  await main(page).getByRole("button", { name: "保存" }).click();
  await expect(addresses).toHaveAccessibleDescription(/メールアドレスを1行に1つずつ入力してください/);
  await addresses.fill("owner@example.com\nsecond@example.com");
  await main(page).getByLabel("同時に再生できる台数").selectOption("制限しない");
  await main(page).getByLabel("今日の確認事項を送る時刻").selectOption("9時");
  await main(page).getByLabel("会員登録と解約のお知らせ").selectOption("送る");
  await main(page).getByRole("button", { name: "保存" }).click();
  await expect(main(page).getByText("サイトの設定を保存しました。")).toBeVisible();
  expect((await callAs<SiteScreen>(page, "GET", "/api/admin/site/")).current).toMatchObject({
    alert_addresses: "owner@example.com\nsecond@example.com",
    players_at_once: "off",
    digest_hour: "9",
    digest_of_members: "on",
  });
});

/** A square of one colour, drawn by the browser. */
async function picture(page: Page, colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 700;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.fillStyle = fill;
    context.fillRect(0, 0, 700, 700);
    return canvas.toDataURL("image/png");
  }, colour);
  return { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(address.split(",")[1] ?? "", "base64") };
}

/** The colour in the centre of a shown picture. */
const shownColour = (image: Locator) =>
  image.evaluate(async (shown: HTMLImageElement) => {
    await shown.decode();
    const context = new OffscreenCanvas(9, 9).getContext("2d");
    context?.drawImage(shown, 0, 0, 9, 9);
    return [...(context?.getImageData(4, 4, 1, 1).data ?? [])].slice(0, 3);
  });

test("an operator gives the site its icon and share picture, and goes back", async ({
  page,
  browser,
  settingsServer,
  expectedErrors,
}) => {
  await page.setViewportSize(PHONE);
  await enterAs(page, "superuser@example.com", "/admin/site");
  const icon = main(page).getByLabel("ロゴとアイコン", { exact: true });
  const save = async () => {
    const answer = page.waitForResponse((each) => each.request().method() === "PUT");
    await main(page).getByRole("button", { name: "保存", exact: true }).click();
    expect((await answer).status()).toBe(200);
  };
  const round = main(page).getByRole("listitem").filter({ hasText: "Androidの画面" }).locator("img");
  await main(page).getByLabel("サイト名").fill("絵のない学校");
  await save();

  expectedErrors.push(/400/);
  await icon.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg><script/></svg>") });
  await expect(icon).toHaveAccessibleDescription(/SVGはプログラムを含むことがあるため、使用できません/);
  await icon.setInputFiles(await picture(page, "#c02020"));
  await expect(icon).toHaveAccessibleDescription(/^(?!.*使用できません)/);
  await expect.poll(() => shownColour(round)).toEqual([192, 32, 32]);
  await main(page)
    .getByLabel("共有されたときの画像", { exact: true })
    .setInputFiles(await picture(page, "#2020c0"));
  const card = main(page).getByRole("figure", { name: "共有されたときのプレビュー" }).locator("img");
  await expect(card).toHaveAttribute("src", /^data:image\/jpeg/);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await save();
  await expect.poll(() => shownColour(page.getByRole("banner").locator("img"))).toEqual([192, 32, 32]);

  const visit = await browser.newPage({ baseURL: settingsServer });
  await visit.goto("/landing");
  const mark = visit.getByRole("banner").locator("img");
  expect(await shownColour(mark)).toEqual([192, 32, 32]);
  const shared = (await visit.locator("meta[property='og:image']").getAttribute("content")) ?? "";
  expect((await visit.request.get(new URL(shared).pathname)).headers()["content-type"]).toBe("image/jpeg");
  const linked = (await visit.locator("link[rel=icon]").getAttribute("href")) ?? "";
  expect(linked).toMatch(/^\/favicon\.svg\?v=[\da-f]{32}$/);
  await visit.goto("/login");
  expect(await shownColour(visit.getByRole("banner").locator("img"))).toEqual([192, 32, 32]);

  await main(page)
    .getByRole("button", { name: /：この設定に戻す$/ })
    .first()
    .click();
  await expect(main(page).getByText("以前の設定に戻しました。")).toBeVisible();
  await expect(card).toHaveAttribute("src", "/og.png?standard");
  await expect.poll(() => shownColour(page.getByRole("banner").locator("img"))).not.toEqual([192, 32, 32]);
  await visit.reload();
  await expect(visit.locator("link[rel=icon]")).toHaveAttribute("href", "/favicon.svg");
  expect(await shownColour(visit.getByRole("banner").locator("img"))).not.toEqual([192, 32, 32]);
  await visit.close();
});
