import type { Page } from "@playwright/test";

/** Every answer of 4xx and 5xx, and every request without one, is also reported by the browser itself. */
export const REFUSED = /Failed to load resource/;

/** Answers a call in the server's place. @returns a function that lets the server answer again */
export async function answerInstead(
  page: Page,
  path: string,
  status: number,
  body: object = {},
): Promise<() => Promise<void>> {
  const isCall = ({ pathname }: URL) => pathname === path;
  await page.route(isCall, (route) => route.fulfill({ status, json: body }));
  return () => page.unroute(isCall);
}

/** A call gets no answer, as without a network. @returns a function that lets it through again */
export async function cutOff(page: Page, path: string): Promise<() => Promise<void>> {
  const isCall = ({ pathname }: URL) => pathname === path;
  await page.route(isCall, (route) => route.abort("connectionrefused"));
  return () => page.unroute(isCall);
}

/** A call waits before it is sent. @returns a function that lets it through */
export async function holdBack(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const isCall = ({ pathname }: URL) => (typeof path === "string" ? pathname === path : path.test(pathname));
  await page.route(isCall, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
