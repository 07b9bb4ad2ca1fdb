import type { Page } from "@playwright/test";

export const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";

export const NEW_PASSWORD = "tsubame-kaeru-42";

export const main = (page: Page) => page.getByRole("main");
export const press = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true }).click();

/** Logs in from another device. */
export function logInFrom(page: Page, userAgent: string, email: string, password: string) {
  return page.request.post("/api/auth/login/", { data: { email, password }, headers: { "user-agent": userAgent } });
}

export async function fillPasswords(page: Page, old: string, chosen: string, repeated = chosen): Promise<void> {
  await page.getByLabel("現在のパスワード", { exact: true }).fill(old);
  await page.getByLabel("新しいパスワード", { exact: true }).fill(chosen);
  await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill(repeated);
}
