import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "./fixtures.ts";

/** Opens a page as a demo account, without the way through the login screen. */
export async function enterAs(page: Page, email: string, path: string): Promise<void> {
  const response = await page.request.post("/api/auth/login/", {
    data: { email, password: DEMO_PASSWORD, rotate: true },
  });
  if (!response.ok()) throw new Error(`The login of ${email} answered ${response.status()}`);
  const { user, token } = (await response.json()) as {
    user: object;
    token: Record<"access" | "refresh", string>;
  };
  await page.goto("/robots.txt");
  await page.evaluate(
    ([summary, access, refresh]) => {
      localStorage.setItem("user", summary);
      localStorage.setItem("token", access);
      localStorage.setItem("refreshToken", refresh);
    },
    [JSON.stringify(user), token.access, token.refresh] as const,
  );
  await page.goto(path);
}
