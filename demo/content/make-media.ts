// Draws the covers and encodes the clips of the demo. For developers: needs ffmpeg, the Noto CJK fonts and Chromium
// (CHROMIUM_PATH or /usr/bin/chromium). Its output is committed.
//   node demo/content/make-media.ts                      everything
//   node demo/content/make-media.ts mkt-persona-01 …     these videos only
//   node demo/content/make-media.ts --covers             pictures only
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Browser } from "playwright";
import { demoCatalogue } from "./catalogue.ts";
import type { DemoVideo } from "./catalogue.ts";
import { clipsFolder, thumbnailsFolder } from "./folders.ts";
import { encodeClip } from "./media/clip.ts";
import { coverPage } from "./media/cover-page.ts";
import { savePictures } from "./media/picture.ts";
import { playlistPage } from "./media/playlist-page.ts";
import { slidePage } from "./media/slide-page.ts";

const viewport = { width: 640, height: 360 };

async function main(args: string[]): Promise<void> {
  const coversOnly = args.includes("--covers");
  const names = args.filter((arg) => arg !== "--covers");
  const videos = chosenVideos(names);
  await Promise.all([clipsFolder, thumbnailsFolder].map((folder) => mkdir(folder, { recursive: true })));
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    await drawCovers(browser, videos, names.length === 0);
    if (!coversOnly) await makeClips(browser, videos);
  } finally {
    await browser.close();
  }
}

function chosenVideos(names: string[]): DemoVideo[] {
  const unknown = names.filter((name) => !demoCatalogue.videos.some(({ video_id }) => video_id === name));
  if (unknown.length > 0) throw new Error(`Not in the catalogue: ${unknown.join(", ")}`);
  return demoCatalogue.videos.filter(({ video_id }) => names.length === 0 || names.includes(video_id));
}

async function drawCovers(browser: Browser, videos: DemoVideo[], withPlaylist: boolean): Promise<void> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2 });
  for (const video of videos) await savePictures(page, coverPage(video), video.thumbnail);
  if (withPlaylist) await savePictures(page, playlistPage(), "playlist-default");
  await page.close();
}

async function makeClips(browser: Browser, videos: DemoVideo[]): Promise<void> {
  const page = await browser.newPage({ viewport });
  const folder = await mkdtemp(join(tmpdir(), "manabiya-slides-"));
  try {
    for (const video of videos.filter(({ host }) => host === "file")) {
      const slides: string[] = [];
      for (const index of video.chapters.keys()) {
        const slide = join(folder, `${video.video_id}-${index}.png`);
        await page.setContent(slidePage(video, index));
        await page.screenshot({ path: slide });
        slides.push(slide);
      }
      await encodeClip(video, slides, `${clipsFolder}${video.video_id}.webm`);
      console.log(video.video_id);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

await main(process.argv.slice(2));
