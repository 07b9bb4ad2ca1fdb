import { expect, type Page } from "@playwright/test";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { enterAs, signInAs } from "./enter-as.ts";

let videoCount = 0;

/** Signs in as the demo's staff without opening a screen. */
export const signInAsStaff = (page: Page) => signInAs(page, "staff@example.com");

/** Opens a screen as the demo's staff. */
export const enterAsStaff = (page: Page, path: string) => enterAs(page, "staff@example.com", path);

/** Expects the entries of the specification's sidebar. */
export async function expectSpecifiedSidebar(page: Page): Promise<void> {
  const specified = page.getByRole("navigation", { name: "メイン" });
  for (const to of ["/", "/new-videos", "/watch-later", "/favorites", "/watch-history", "/playlists/create"]) {
    await expect(specified.locator(`a[href="${to}"]`), `${to} on ${page.url()}`).toBeVisible();
  }
  await expect(specified.locator("a[href^='/playlists/']").first()).toBeVisible();
  await expect(specified.getByRole("group", { name: "カテゴリー" }).getByRole("link").first()).toBeVisible();
}

/** Calls the API as the page's user. */
export async function callAs<T>(
  page: Page,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  options: {
    data?: object;
    multipart?: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>;
  } = {},
): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.fetch(path, { method, headers, ...options });
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}`);
  return (await response.json()) as T;
}

/** Registers a video, so that tests do not share state. The page must be signed in. */
export async function makeVideo(page: Page, title = `試験の動画${++videoCount}`): Promise<AdminVideo> {
  // Longer than YouTube's, so that no page asks YouTube for a picture.
  const video_id = `e2e-video-${process.pid}-${++videoCount}`;
  return callAs(page, "POST", "/api/admin/videos/", { multipart: { title, video_id } });
}

/** A small valid picture. */
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAASCAIAAAC1qksFAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAJ0lEQVQ4jWOQd6mgKWIYtcBlNIgqRlOR/GhGqxgtKuRHS1MX2lY4APuz7NCLEQkTAAAAAElFTkSuQmCC",
  "base64",
);
