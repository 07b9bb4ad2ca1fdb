import type { Page } from "@playwright/test";
import { DEMO_PASSWORD, keepSession } from "./fixtures.ts";

/** Opens a page as a demo account, without the way through the login screen. */
export async function enterAs(page: Page, email: string, path: string): Promise<void> {
  const answer = await page.request.post("/api/auth/login/", {
    data: { email, password: DEMO_PASSWORD, rotate: true },
  });
  if (!answer.ok()) throw new Error(`The login of ${email} answered ${answer.status()}`);
  await keepSession(page, answer);
  await page.goto(path);
}
