// With MEDIA_URL browsers fetch films from the bucket, and the application carries none of their bytes.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { PASSWORD } from "@manabiya/bench/calls/members.ts";
import { clipsFolder } from "@manabiya/demo/content/folders.ts";
import { type Application, OUTSIDER, type Scene, startApplication } from "./application.ts";
import { fetched } from "./client.ts";
import type { BucketDrill, Load } from "./judge.ts";
import { Network } from "./network.ts";
import type { Film } from "./works.ts";

const CLIP = "ai-toolcall-01.webm";
const SOUGHT = 25;
/** Milliseconds. */
const PATIENCE = 40_000;
const PLAYERS = 20;
/** Bytes that a player takes at a time, and milliseconds between: two megabits per second, as a film has. */
const TAKEN = 500_000;
const EVERY = 2_000;
const LOAD = 10_000;
const CALLERS = 8;
const FILMS_BY_APPLICATION = /^manabiya_request_seconds_count\{[^}]*route="\/media\/videos\/:file"[^}]*\} (\d+)$/gm;

export async function direct(scene: Scene, films: Film[]): Promise<Pick<BucketDrill, "direct" | "load">> {
  // As a CDN does, it names the bucket's own host.
  const cdn = await Network.open(scene.swift.port, `127.0.0.1:${scene.network.port}`);
  const origin = `http://127.0.0.1:${cdn.port}`;
  const application = await startApplication(scene, "direct", { MEDIA_URL: origin });
  const carrying = await startApplication(scene, "carrying");
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "",
    args: ["--autoplay-policy=no-user-gesture-required", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    const content = await readFile(join(clipsFolder, CLIP));
    const { staff, client } = application;
    const video = await staff.publish(await staff.complete(await staff.startUpload(content.length), content));
    const leaked = await findLeaks(application, video);
    const address = await client(1).addressOf(video);
    if (!address.startsWith(`${origin}/`)) leaked.push(`an address elsewhere: ${new URL(address).origin}`);
    const other = (await fetched(address.replace(/[\w-]+\.webm/, films[0]?.file ?? ""))).status;
    if (other !== 403) leaked.push(`an altered address: ${other}`);
    cdn.bytes = 0;
    const seen = await watch(browser, application, { email: scene.members.email(1), video });
    return {
      direct: {
        ...seen,
        leaked,
        bytesOfBucket: cdn.bytes,
        requestsOfApplication: await application.metric(FILMS_BY_APPLICATION),
      },
      load: {
        players: PLAYERS,
        idle: await measure(application, null),
        carried: await measure(carrying, films.at(-1) ?? null, 2),
        direct: await measure(application, films.at(-1) ?? null, 2),
      },
    };
  } finally {
    await browser.close();
    await carrying.stop();
    await application.stop();
    cdn.close();
  }
}

/** Every read that names the video, by visitors and by a member without a subscription. */
async function findLeaks({ client, url }: Application, video: number): Promise<string[]> {
  const paths = [`/api/videos/${video}/`, `/api/videos/${video}/card/`, `/api/open-lessons/${video}/`];
  const lists = ["/api/home/", "/api/favorites/", "/api/history/", "/api/videos/search/?q=講義", "/api/open-lessons/"];
  const leaked: string[] = [];
  for (const path of [...paths, ...lists, `/video/${video}`]) {
    for (const headers of [{}, client(OUTSIDER).headers()]) {
      const answer = await (await fetch(url + path, { headers })).text();
      if (answer.includes("X-Amz-")) leaked.push(path);
    }
  }
  return leaked;
}

async function watch(browser: Browser, { url }: Application, { email, video }: { email: string; video: number }) {
  const page = await browser.newPage();
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    const { url: about } = message.location();
    // The videos of the database have no picture in the bucket.
    const isPicture = about.startsWith(`${url}/media/thumbnails/`);
    if (message.type() === "error" && !isPicture) consoleErrors.push(`${about}: ${message.text()}`);
  });
  await page.goto(`${url}/login`);
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/login", { timeout: PATIENCE });
  await page.goto(`${url}/video/${video}`);
  const played = await reached(page, 2);
  await page.locator("video").evaluate((element: HTMLVideoElement, to) => void (element.currentTime = to), SOUGHT);
  const sought = await reached(page, SOUGHT + 0.5);
  await page.close();
  return { played, sought, consoleErrors };
}

/** @returns the position once it is `second` and plays; the last one after a while */
async function reached(page: Page, second: number): Promise<number> {
  for (const end = performance.now() + PATIENCE; ; await pause(100)) {
    const position = await page
      .locator("video")
      .evaluate((element: HTMLVideoElement) => (element.seeking || element.readyState < 2 ? 0 : element.currentTime));
    if (position >= second || performance.now() > end) return position;
  }
}

/** Other calls per second, and CPU of the application, while players take a film or nobody watches. */
async function measure(application: Application, watched: Film | null, seconds = 0): Promise<Load> {
  const end = { at: performance.now() + LOAD + seconds * 1000 };
  const address = watched === null ? "" : await application.client(1).addressOf(watched.video);
  let bytes = 0;
  const view = async (index: number) => {
    await pause((EVERY * index) / PLAYERS);
    for (let from = 0; performance.now() < end.at; from = (from + TAKEN) % (watched?.content.length ?? 1)) {
      const began = performance.now();
      bytes += (await fetched(address, { range: `bytes=${from}-${from + TAKEN - 1}` })).content.length;
      await pause(Math.max(0, EVERY - (performance.now() - began)));
    }
  };
  const viewing = watched === null ? [] : Array.from({ length: PLAYERS }, (_, index) => view(index));
  await pause(seconds * 1000);
  const cpu = await application.cpu();
  const began = performance.now();
  let calls = 0;
  const call = async (member: number) => {
    const client = application.client(member);
    while (performance.now() < end.at) {
      if ((await client.call("GET", "/api/home/")).status === 200) calls += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n + 1)));
  const elapsed = (performance.now() - began) / 1000;
  const used = (await application.cpu()) - cpu;
  await Promise.all(viewing);
  return { perSecond: calls / elapsed, cpu: used / elapsed, megabytes: bytes / 1e6 };
}
