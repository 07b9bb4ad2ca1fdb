import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "./fixtures.ts";

/** Calls the server as a member of staff at another desk. @returns its answer */
export async function asColleague<T>(
  page: Page,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  data?: object,
): Promise<T> {
  const login = await page.request.post("/api/auth/login/", {
    data: { email: "superuser@example.com", password: DEMO_PASSWORD },
  });
  const { token } = (await login.json()) as { token: { access: string } };
  const headers = { authorization: `Bearer ${token.access}` };
  const response = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}`);
  return (await response.json()) as T;
}
