import type { SiteScreen } from "@manabiya/contract/site/form.ts";
import type { Page } from "@playwright/test";
import { enterAs } from "./enter-as.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { callAs } from "./staff-pages.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

// Both sizes change the settings of one server.
test.describe.configure({ mode: "default" });
test.use({ freshContext: true, baseURL: async ({ settingsServer }, use) => use(settingsServer) });

const main = (page: Page) => page.getByRole("main");
const linkColour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-primary"));

for (const size of [PHONE, DESKTOP]) {
  test(`an operator gives the site its name and colours, and goes back, at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await enterAs(page, "superuser@example.com", "/admin/site");
    const name = `寺子屋${size.width}`;
    await main(page).getByLabel("サイト名").fill(name);
    const colour = main(page).getByLabel("基本の色");
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
    await page.goto("/landing");
    await expect(page).toHaveTitle(new RegExp(name));
    expect(await linkColour(page)).toContain("#0b5d3b");

    await page.goto("/admin/site");
    await expect(main(page).getByLabel("サイト名")).toHaveValue(name);
    await main(page).getByLabel("サイト名").fill(`${name}の二番目`);
    await main(page).getByRole("button", { name: "保存" }).click();
    await expect(main(page).getByText("サイトの設定を保存しました。")).toBeVisible();
    await main(page)
      .getByRole("button", { name: /^この設定に戻す/ })
      .first()
      .click();
    await expect(main(page).getByText("以前の設定に戻しました。")).toBeVisible();
    await expect(main(page).getByLabel("サイト名")).toHaveValue(name);
    expect((await callAs<SiteScreen>(page, "GET", "/api/admin/site/")).current.site_name).toBe(name);
    await page.goto("/");
    await expect(page).toHaveTitle(new RegExp(name));
  });
}
