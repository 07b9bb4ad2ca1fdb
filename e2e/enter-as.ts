import type { Page } from "@playwright/test";
import { DEMO_PASSWORD, storeSession } from "./fixtures.ts";

/** Signs a demo account in without the login screen. No screen is open yet. */
export async function signInAs(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  const answer = await page.request.post("/api/auth/login/", { data: { email, password, rotate: true } });
  if (!answer.ok()) throw new Error(`The login of ${email} answered ${answer.status()}`);
  await storeSession(page, answer);
}

/** Opens a page as well. */
export async function enterAs(page: Page, email: string, path: string): Promise<void> {
  await signInAs(page, email);
  await page.goto(path);
}
