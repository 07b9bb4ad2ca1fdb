import type { Page } from "@playwright/test";
import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { ask } from "./demo-videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";
import { becomeTrial, expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

// The revoked link.
test.use({ freshContext: true, expectedErrors: [/404/] });

const COURSE = "はじめの一週間で見る7本";
const NAME = "𠮷野 محمد 花子";

const main = (page: Page) => page.getByRole("main");
const field = (page: Page) => main(page).getByLabel("修了証のお名前");

/** Pages of the print, by the size of their paper in points. */
async function printed(page: Page): Promise<string[]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return Array.from(file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g), ([, width, height]) =>
    [width, height].map((points) => Math.round(Number(points))).join("×"),
  );
}

for (const size of [PHONE, DESKTOP]) {
  test(`at ${size.width}px a finished course gives a certificate that is printed, shared and revoked`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const { email, password } = await becomeTrial(page);
    await page.goto("/certificates");
    await expect(main(page).getByText("再生リストの動画をすべて完了すると")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    const course = (await ask<Playlist[]>(page, "/api/playlists/")).find(({ title }) => title === COURSE);
    await page.goto(`/playlists/${course?.id}`);
    const marks = main(page).getByRole("button", { name: /」を完了にする$/ });
    await expect(marks).toHaveCount(7);
    await expect(main(page).getByRole("link", { name: "修了証を受け取る" })).toHaveCount(0);
    for (const mark of await marks.all()) {
      const stored = page.waitForResponse((response) => response.url().endsWith("/finished/") && response.ok());
      await mark.click();
      await stored;
    }
    await expectAccessibleInBothSchemes(page);
    await main(page).getByRole("link", { name: "修了証を受け取る" }).click();
    // Nothing of the account stands there unasked.
    await expect(field(page)).toHaveValue("");
    await main(page).getByRole("button", { name: "修了証を発行" }).click();
    await expect(main(page).getByText("お名前を入力してください。")).toBeVisible();
    await field(page).fill(NAME);
    await main(page).getByRole("button", { name: "修了証を発行" }).click();
    await expect(main(page).getByText("修了証を発行しました。")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    await main(page).getByRole("button", { name: "リンクを無効にする" }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "無効にする" }).click();
    await expect(main(page).getByText("リンクを無効にしました。")).toBeVisible();
    await main(page).getByRole("button", { name: "修了証を発行" }).click();

    await main(page).getByRole("link", { name: "修了証を開く" }).click();
    await expect(main(page).getByText(/^この修了証は、.+が発行した本物です。$/)).toBeVisible();
    await expect(main(page).getByText(`${NAME} 様`)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
    expect(await printed(page)).toEqual(["842×595"]);
    const link = page.url();
    const { id: member } = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "") as { id: number });

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    const response = await page.goto(link);
    expect(response?.headers()["x-robots-tag"]).toBe("noindex");
    await expect(main(page).getByText(`「${COURSE}」`)).toBeVisible();
    await expectToFit(page);

    await enterAs(page, "superuser@example.com", `/admin/members/${member}`);
    await main(page)
      .getByRole("button", { name: `「${COURSE}」の修了証を無効化` })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("理由").fill("ほかの方のお名前のため");
    await dialog.getByRole("button", { name: "無効化する" }).click();
    await expect(main(page).getByText(`「${COURSE}」の修了証を無効化しました。`)).toBeVisible();

    await signInAs(page, email, password);
    await page.goto("/certificates");
    await expect(main(page).getByText(/^この修了証は、スタッフが無効にしました。/)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.goto(link);
    await expect(main(page).getByRole("heading", { name: "この修了証は無効です" })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectToFit(page);
  });
}
