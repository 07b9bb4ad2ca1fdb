import type { Page } from "@playwright/test";
import type { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import { ask } from "./demo-videos.ts";

/** Posts to the server as the signed-in member of the page. */
async function post(page: Page, path: string, data?: object): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.post(path, { headers, ...(data && { data }) });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}`);
}

interface VideoPage {
  results: VideoCard[];
  count: number;
}

/** The demo's newest videos of 48, newest first. */
export async function newestVideos(page: Page, amount: number): Promise<VideoCard[]> {
  const videos: VideoCard[] = [];
  for (let number = 1; videos.length < amount; number++) {
    videos.push(...(await ask<VideoPage>(page, `/api/videos/search/?page=${number}`)).results);
  }
  return videos.slice(0, amount);
}

/** Adds videos to one of the member's lists in sequence, so that the last one is the newest entry. */
export async function fill(
  page: Page,
  list: "favorite" | "watch-later" | "progress",
  videos: readonly VideoCard[],
): Promise<void> {
  for (const { id } of videos) await post(page, `/api/videos/${id}/${list}/`);
}
