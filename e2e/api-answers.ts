import type { Page } from "@playwright/test";

/** The browser itself logs every 4xx, every 5xx and every failed request. */
export const REFUSED = /Failed to load resource/;

/** * Answers a call instead of the server. @returns a function that restores the server's answers */
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

/** * Makes a call fail as without a network. @returns a function that restores it */
export async function cutOff(page: Page, path: string): Promise<() => Promise<void>> {
  const isCall = ({ pathname }: URL) => pathname === path;
  await page.route(isCall, (route) => route.abort("connectionrefused"));
  return () => page.unroute(isCall);
}

/** * Delays a call. @returns a function that releases it */
export async function delayCall(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const isCall = ({ pathname }: URL) => (typeof path === "string" ? pathname === path : path.test(pathname));
  await page.route(isCall, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
