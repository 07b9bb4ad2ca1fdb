// Lighthouse for phones on the pages that visitors and members open first. Run it on a quiet machine.
import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, launch } from "puppeteer-core";
import { demoPassword } from "@manabiya/demo/content/accounts.ts";
import { browser as findBrowser } from "../../../scripts/browser.mjs";
import { root } from "../../../scripts/quiet-run.mjs";
import { atLeast, atMost, type Finding } from "../finding.ts";
import { Server } from "../server.ts";
import { type Interaction, measureInteractions } from "./interactions.ts";

const OUTPUT = join(root, "prove-results", "lighthouse");
/** Fetched when the drill runs, because its 200 packages would slow every installation. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;

/** The lowest scores. The other three categories must have 100 everywhere. */
const LANDING_PERFORMANCE = 100;
const MEMBER_PERFORMANCE = 97;
/** Milliseconds from an input to the next drawing. */
const INTERACTION_MAX = 100;

export interface PageScores {
  path: string;
  /** From 0 to 100. */
  scores: Scores;
}

/** @param runs of each page, 5; their median counts */
export async function runDrill([runs = "5"]: string[]): Promise<Finding[]> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error("No browser was found; set CHROMIUM_PATH to a Chromium.");
  await mkdir(OUTPUT, { recursive: true });
  const server = await Server.onFreePort();
  try {
    await server.start();
    const browser = await launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
    try {
      const pages: PageScores[] = [];
      const measure = async (...paths: string[]) => {
        for (const path of paths) {
          pages.push({ path, scores: await medianScores(browser, server.address + path, Number(runs)) });
        }
      };
      await measure("/landing", "/freelanding", "/login");
      const video = await logIn(browser, server.address);
      await measure("/", `/video/${video}`, "/search?q=%E8%A6%8B%E5%87%BA%E3%81%97&type=all", "/profile");
      console.log(`Reports: ${OUTPUT}`);
      return judgeLighthouse({ pages, interactions: await measureInteractions(browser, server.address, video) });
    } finally {
      await browser.close();
    }
  } finally {
    await server.end();
  }
}

interface Measured {
  pages: PageScores[];
  interactions: Interaction[];
}

export function judgeLighthouse({ pages, interactions }: Measured): Finding[] {
  const ofPages = pages.flatMap(({ path, scores }) =>
    CATEGORIES.map((category) => {
      const performance = path.endsWith("landing") ? LANDING_PERFORMANCE : MEMBER_PERFORMANCE;
      return atLeast(`${path}: ${category}`, scores[category], category === "performance" ? performance : 100);
    }),
  );
  return [
    ...ofPages,
    ...interactions.map(({ what, duration }) => atMost(`interaction: ${what}`, duration, INTERACTION_MAX, " ms")),
  ];
}

/** Each category's median, and the report of the last run in the results' folder. */
async function medianScores(browser: Browser, address: string, runs: number): Promise<Scores> {
  const { port } = new URL(browser.wsEndpoint());
  const file = join(OUTPUT, `${new URL(address).pathname.replaceAll(/\W+/g, "-")}.json`);
  const all: Scores[] = [];
  for (let run = 0; run < runs; run++) {
    await promisify(execFile)("npm", [
      ...["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", address],
      ...[`--port=${port}`, "--disable-storage-reset", `--only-categories=${CATEGORIES.join()}`],
      ...["--output=json", `--output-path=${file}`, "--quiet"],
    ]);
    const { categories } = JSON.parse(await readFile(file, "utf8")) as {
      categories: Record<keyof Scores, { score: number | null }>;
    };
    all.push(scoresOf((category) => (categories[category].score ?? 0) * 100));
  }
  return scoresOf((category) => median(all.map((scores) => scores[category])));
}

const scoresOf = (score: (category: keyof Scores) => number) =>
  Object.fromEntries(CATEGORIES.map((category) => [category, Math.round(score(category))])) as Scores;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Lighthouse opens its tabs in the same profile. @returns the id of the newest video */
async function logIn(browser: Browser, address: string): Promise<number> {
  const send = async <T>(path: string, options: RequestInit) =>
    (await (await fetch(address + path, options)).json()) as T;
  const { user, token } = await send<{ user: object; token: { access: string; refresh: string } }>("/api/auth/login/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "yearly@example.com", password: demoPassword }),
  });
  const page = await browser.newPage();
  await page.goto(`${address}/robots.txt`);
  const stored = { user: JSON.stringify(user), token: token.access, refreshToken: token.refresh };
  await page.evaluate(
    (items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
    stored,
  );
  await page.close();
  const { newVideos } = await send<{ newVideos: { id: number }[] }>("/api/home/", {
    headers: { authorization: `Bearer ${token.access}` },
  });
  return newVideos[0]?.id ?? 0;
}
