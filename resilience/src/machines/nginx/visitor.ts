import { PASSWORD } from "@manabiya/bench/calls/members.ts";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { Ground } from "./ground.ts";
import { DURATION } from "./film.ts";

/** Milliseconds for each step on a page. */
const PATIENCE = 15_000;

export interface Loaded {
  /** Files that did not arrive over HTTP/2, and messages of the console. */
  problems: string[];
  headers: Record<string, string>;
}

/** Chromium, which trusts the drill's certificate as one of an authority. */
export function openBrowser({ key }: Ground): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "",
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--autoplay-policy=no-user-gesture-required",
      `--ignore-certificate-errors-spki-list=${key}`,
    ],
  });
}

/** A member's browser without anything of an earlier visit. */
export async function newTab(browser: Browser, { url, members }: Ground): Promise<Page> {
  const context = await browser.newContext({ locale: "ja-JP", viewport: { width: 1280, height: 800 } });
  const answer = await fetch(`${url}/api/auth/login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: members.email(1), password: PASSWORD }),
  });
  const { user, token } = (await answer.json()) as { user: object; token: { access: string; refresh: string } };
  await context.addInitScript(
    ([summary, access, refresh]) => {
      localStorage.setItem("user", summary);
      localStorage.setItem("token", access);
      localStorage.setItem("refreshToken", refresh);
    },
    [JSON.stringify(user), token.access, token.refresh] as const,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/** Opens a page and waits until nothing loads any more. */
export async function load(page: Page, address: string): Promise<Loaded> {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} ${message.location().url}`);
  });
  const answer = await page.goto(address, { waitUntil: "networkidle" });
  const protocols = await page.evaluate(() =>
    performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, nextHopProtocol }) => ({ path: new URL(name).pathname, protocol: nextHopProtocol })),
  );
  if (protocols.length < 3) problems.push(`${protocols.length} files were loaded`);
  for (const { path, protocol } of protocols) {
    // Without a request, as from the browser's own cache or a data address, there is no protocol.
    if (protocol !== "h2" && protocol !== "") problems.push(`${path} over ${protocol}`);
  }
  return { problems, headers: (await answer?.allHeaders()) ?? {} };
}

/** Seconds: positions in different slices, forth and back. */
const JUMPS = [DURATION * 0.9, DURATION * 0.1, DURATION * 0.6, DURATION * 0.35];

/** Plays the film and jumps to positions in other slices. @returns its failures */
export async function play(page: Page): Promise<string[]> {
  await page.locator("video").waitFor({ state: "attached" });
  return page.evaluate(async (jumps) => {
    const video = document.querySelector("video");
    if (video === null) return ["there is no film"];
    const wrong: string[] = [];
    /** The time of the next frame on the screen. */
    const frame = () =>
      new Promise<number>((resolve) => {
        setTimeout(resolve, 10_000, -1);
        video.requestVideoFrameCallback((_now, { mediaTime }) => resolve(mediaTime));
      });
    video.muted = true;
    await video.play().catch((error: unknown) => wrong.push(String(error)));
    if ((await frame()) < 0) return [...wrong, "it does not play"];
    for (const to of jumps) {
      video.currentTime = to;
      let shown = await frame();
      // A frame from before the jump may still be on its way.
      for (let tries = 0; shown >= 0 && Math.abs(shown - to) > 1.5 && tries < 30; tries += 1) shown = await frame();
      if (Math.abs(shown - to) > 1.5) wrong.push(`after the jump to ${to} s the frame of ${shown} s is shown`);
    }
    if (video.error !== null) wrong.push(video.error.message);
    return wrong;
  }, JUMPS);
}
