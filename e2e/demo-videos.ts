import type { Page } from "@playwright/test";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";

/** Calls the server as the signed-in member of the page. */
export async function ask<T>(page: Page, path: string): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const response = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}`);
  return (await response.json()) as T;
}

/**
 * @returns the newest demo video of a host; the page must be signed in. Other tests of the worker may have published
 * newer videos of other hosts.
 */
export async function newestOf(page: Page, host: VideoDetail["host"]): Promise<VideoDetail> {
  for (let address: string | null = "/api/videos/search/"; address !== null;) {
    const { results, next }: { results: { id: number }[]; next: string | null } = await ask(page, address);
    for (const { id } of results) {
      const video = await ask<VideoDetail>(page, `/api/videos/${id}/`);
      if (video.host === host) return video;
    }
    address = next;
  }
  throw new Error(`No video of host ${host} in the demo`);
}

export function chapterTitle(video: VideoDetail, index: number): string {
  const chapter = video.chapters[index];
  if (!chapter) throw new Error(`「${video.title}」 has no chapter ${index}`);
  return chapter.title;
}

/** A playing video has moved on when a test looks. @returns a function that waits for the next seek and tells its second */
export async function nextSeek(page: Page): Promise<() => Promise<number>> {
  const seek = await page.locator("video").evaluateHandle((element: HTMLVideoElement) => ({
    second: new Promise<number>((resolve) => {
      element.addEventListener("seeking", () => resolve(element.currentTime), { once: true });
    }),
  }));
  return () => seek.evaluate(({ second }) => second);
}
