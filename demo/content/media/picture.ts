import { rm } from "node:fs/promises";
import type { Page } from "playwright";
import { thumbnailsFolder } from "../folders.ts";
import { run } from "./ffmpeg.ts";

const widths = [640, 320];

/** Renders a page of 640 × 360 to `thumbnails/<name>-640.webp` and `-320.webp`. `page` has twice the density. */
export async function savePictures(page: Page, markup: string, name: string): Promise<void> {
  const source = `${thumbnailsFolder}${name}.png`;
  await page.setContent(markup);
  await page.screenshot({ path: source });
  for (const width of widths) {
    await run([
      ...["-i", source, "-vf", `scale=${width}:-1:flags=lanczos`, "-c:v", "libwebp", "-quality", "82"],
      ...["-compression_level", "6", "-preset", "drawing", `${thumbnailsFolder}${name}-${width}.webp`],
    ]);
  }
  await rm(source);
}
