// A new operator makes a fresh service theirs by screens alone, and a visitor finds the result.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { browser as findBrowser } from "../../../scripts/browser.mjs";
import { build, isBuilt } from "../../../scripts/build.mjs";
import { root } from "../../../scripts/quiet-run.mjs";
import { atMost, type Finding, none } from "../finding.ts";
import { openFreshService, OWNER } from "./fresh-service.ts";
import { FIRST_STEPS, LESSON_DETAILS } from "./first-steps.ts";
import { Operator } from "./operator.ts";

const OUTPUT = join(root, "prove-results", "newcomer");
/** Minutes from the first login to a site that is open. */
const GOAL = 60;
/** Milliseconds for each act on a screen. */
const PATIENCE = 15_000;

/** Seconds of the keystroke-level model of Card, Moran and Newell. */
const THINK = 1.35;
const POINT = 1.1;
const CLICK = 0.2;
const TO_KEYBOARD_AND_BACK = 0.8;
/** Three keys for each Japanese character, with its conversion. */
const CHARACTER = 3 * 0.28;
/** To read the screens of a step that one sees for the first time, with what they ask for. */
const READ = 90;

export interface StepRun {
  title: string;
  clicks: number;
  entries: number;
  characters: number;
  /** The missing result, or the error. */
  failure: string | null;
}

export async function runDrill(): Promise<Finding[]> {
  const built = isBuilt() ? null : await build();
  if (built?.ok === false) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error("No browser was found; set CHROMIUM_PATH to a Chromium.");
  await mkdir(OUTPUT, { recursive: true });
  const service = await openFreshService();
  for (const [address, details] of LESSON_DETAILS) service.hosts.details.set(address, details);
  // As the machine's timer does every night.
  await service.backUp();
  try {
    const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
    try {
      const newContext = () =>
        browser.newContext({
          viewport: { width: 1280, height: 800 },
          locale: "ja-JP",
          timezoneId: "Asia/Tokyo",
          baseURL: service.address,
        });
      return judgeNewcomer(await settleIn(newContext));
    } finally {
      await browser.close();
    }
  } finally {
    await service.close();
  }
}

/** @returns the steps, and what the dashboard's list still lacks after them */
async function settleIn(newContext: () => Promise<BrowserContext>) {
  const newPage = async () => {
    const page = await (await newContext()).newPage();
    page.setDefaultTimeout(PATIENCE);
    return page;
  };
  const page = await newPage();
  await logIn(page);
  const runs: StepRun[] = [];
  for (const [index, { title, perform, find }] of FIRST_STEPS.entries()) {
    const operator = new Operator(page, "desktop");
    const visitor = await newPage();
    let failure: string | null = null;
    try {
      await page.goto("/admin/dashboard");
      await operator.region("昨日").waitFor();
      await perform(operator, visitor);
      await find(visitor);
    } catch (error) {
      failure = String(error).replaceAll(/\s+/g, " ");
    }
    for (const [who, each] of [
      ["operator", page],
      ["visitor", visitor],
    ] as const)
      await each.screenshot({ path: join(OUTPUT, `${index + 1}-${who}.png`), fullPage: true });
    const { clicks, entries, characters } = operator;
    runs.push({ title, clicks, entries, characters, failure });
  }
  await page.goto("/admin/dashboard");
  await new Operator(page, "desktop").region("昨日").waitFor();
  const open = page.getByRole("region", { name: /^はじめの準備/ }).getByRole("link", { name: /^未完了/ });
  return { steps: runs, lacking: await open.allTextContents() };
}

async function logIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("メールアドレス").fill(OWNER.email);
  await page.getByLabel("パスワード", { exact: true }).fill(OWNER.password);
  await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
  await page.waitForURL("/");
}

export function judgeNewcomer({ steps, lacking }: { steps: StepRun[]; lacking: string[] }): Finding[] {
  for (const { title, clicks, entries, characters } of steps) {
    console.log(`${title}: ${clicks} clicks, ${entries} fields, ${characters} characters`);
  }
  const seconds = steps.reduce((sum, step) => sum + secondsOf(step), 0);
  return [
    ...steps.map(({ title, failure }) => none(title, failure === null ? [] : [failure])),
    none("steps of the dashboard's list that are open", lacking),
    atMost("minutes of a person, by the keystroke-level model", seconds / 60, GOAL),
  ];
}

function secondsOf({ clicks, entries, characters }: StepRun): number {
  const field = THINK + POINT + CLICK + TO_KEYBOARD_AND_BACK;
  return READ + clicks * (THINK + POINT + CLICK) + entries * field + characters * CHARACTER;
}
