import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "./fixtures.ts";

const tokens = new Map<string, string>();

/** Signs in once per server, because checking a password is slow. `renewed`: the known token has expired. */
async function tokenOfColleague(page: Page, renewed = false): Promise<string> {
  const server = new URL(page.url()).origin;
  const known = tokens.get(server);
  if (known && !renewed) return known;
  const login = await page.request.post("/api/auth/login/", {
    data: { email: "superuser@example.com", password: DEMO_PASSWORD },
  });
  const { token } = (await login.json()) as { token: { access: string } };
  tokens.set(server, token.access);
  return token.access;
}

/** Calls the server as another member of staff. */
export async function asColleague<T>(
  page: Page,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  data?: object,
): Promise<T> {
  const call = async (token: string) =>
    page.request.fetch(path, { method, headers: { authorization: `Bearer ${token}` }, ...(data && { data }) });
  let response = await call(await tokenOfColleague(page));
  // On a slow machine a worker needs longer than a token lives.
  if (response.status() === 401) response = await call(await tokenOfColleague(page, true));
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}`);
  return (await response.json()) as T;
}
