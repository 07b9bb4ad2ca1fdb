import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type Person, CLIENT_SECRET, startOpenidProvider } from "../server/test/testing/openid-provider.ts";
import { DEMO_PASSWORD, expect, expectAccessible, expectAccessibleInBothSchemes, test as base } from "./fixtures.ts";
import { main, press } from "./profile-screen.ts";
import { startServer } from "./server.ts";
import { DESKTOP, expectToFit, PHONE } from "./widths.ts";

const NAME = "学校のアカウント";
const people = new Map<string, Person>([
  ["hanako", { email: "hanako@school.example", email_verified: true, name: "学校 花子" }],
  ["member", { email: "member@example.com", email_verified: true, name: "会員" }],
]);

/** The provider must know the address of the service before it starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const test = base.extend<object, { server: string }>({
  server: [
    async ({}, use) => {
      const port = await freePort();
      const client = { id: "manabiya", redirectUri: `http://localhost:${port}/login/with/oidc` };
      const provider = await startOpenidProvider([client], people);
      const server = await startServer({
        PORT: String(port),
        OIDC_NAME: NAME,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
      });
      await use(server.address);
      await server.stop();
      await provider.stop();
    },
    { scope: "worker", timeout: 100_000 },
  ],
});
// The browser logs the refused answer of a login that was cancelled, and of the removal of the last way to log in.
test.use({ expectedErrors: [/status of 400/] });

test("signs up by a provider, sees why it cannot be removed, and logs in again", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/trial");
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await press(page, `${NAME}で登録`);
  await page.getByRole("link", { name: "hanako" }).click();
  await expect(main(page).getByText(`${NAME}でのログインは、はじめてのご利用です。`)).toBeVisible();
  await expect(page).toHaveURL(/\/trial$/);
  await expect(page.getByLabel("ユーザー名")).toHaveValue("学校 花子");
  await expect(page.getByLabel("メールアドレス")).toHaveValue("hanako@school.example");
  await expect(page.getByLabel("パスワード", { exact: true })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await page.getByRole("checkbox").check();
  await press(page, "無料体験を始める");
  await expect(page).toHaveURL("/");

  await page.goto("/profile/settings");
  await expect(main(page).getByText(NAME)).toBeVisible();
  await main(page).getByRole("link", { name: "2段階認証とログイン方法" }).click();
  await expect(main(page).getByRole("link", { name: "メールで設定" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectToFit(page);
  await press(page, `${NAME}を解除`);
  await page.getByRole("button", { name: "解除する" }).click();
  await expect(page.getByText("先に、パスワードを設定してください。")).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto("/login?next=/notes");
  await press(page, `${NAME}でログイン`);
  await page.getByRole("link", { name: "cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("ログインを中止しました");
  await expectAccessible(page);
  await expectToFit(page);
  await page.goto("/login?next=/notes");
  await press(page, `${NAME}でログイン`);
  await page.getByRole("link", { name: "hanako" }).click();
  await expect(page).toHaveURL("/notes");
});

test("a member proves the account by its password, adds a provider and removes it", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto("/login");
  await expectAccessible(page);
  await press(page, `${NAME}でログイン`);
  await page.getByRole("link", { name: "member" }).click();
  await expect(main(page).getByText("member@example.comは登録済みです。")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("メールアドレス").fill("member@example.com");
  await page.getByLabel("パスワード", { exact: true }).fill(DEMO_PASSWORD);
  await press(page, "ログイン");
  await expect(page).toHaveURL("/profile/security");
  await expect(main(page).getByText(`${NAME}（member@example.com）でのログイン`)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await press(page, "追加する");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "追加する" }).click();
  await expect(page.getByRole("status")).toContainText("追加しました。");
  await press(page, `${NAME}を解除`);
  await page.getByRole("button", { name: "解除する" }).click();
  await expect(page.getByRole("status")).toContainText("解除しました。");
  // The provider still knows who is there.
  await press(page, `${NAME}を追加`);
  await expect(main(page).getByText(`${NAME}（member@example.com）でのログイン`)).toBeVisible();
});
