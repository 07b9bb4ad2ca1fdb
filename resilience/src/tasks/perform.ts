import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Browser, devices } from "@playwright/test";
import { root } from "../../../scripts/quiet-run.mjs";
import type { Business } from "./business.ts";
import type { TaskRun } from "./judge.ts";
import { type Device, Operator } from "./operator.ts";
import type { Step, Task } from "./task.ts";

export const OUTPUT = join(root, "prove-results", "tasks");
/** Milliseconds for each step on a screen. */
const PATIENCE = 10_000;

/** Does all steps of a task on one device, and looks for their effects. */
export async function runTask(browser: Browser, business: Business, task: Task, device: Device): Promise<TaskRun> {
  const run: TaskRun = { title: task.title, device, steps: [], failure: null };
  try {
    for (const [index, step] of (await task.prepare(business, device)).entries()) {
      const shot = join(OUTPUT, `${device}-${task.title.replaceAll(/\W+/g, "-")}-${index + 1}.png`);
      run.steps.push(await perform(browser, business, { step, device, shot }));
      await step.verify?.();
    }
  } catch (error) {
    run.failure = stripVTControlCharacters(String(error)).replaceAll(/\s+/g, " ");
  }
  const clicks = run.steps.map((step) => step.clicks).join("+");
  console.log(`${device}: ${task.title}: ${run.failure ?? `${clicks} clicks`}`);
  return run;
}

interface Performance {
  step: Step;
  device: Device;
  /** The file of the screenshot of the end. */
  shot: string;
}

async function perform(browser: Browser, business: Business, { step, device, shot }: Performance) {
  const { user, token } = await business.logInAs(step.role);
  const context = await browser.newContext({
    ...(device === "phone" ? { ...devices["Pixel 5"], viewport: { width: 360, height: 800 } } : {}),
    ...(device === "desktop" && { viewport: { width: 1280, height: 800 } }),
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    baseURL: business.address,
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto("/robots.txt");
    await page.evaluate(
      ([summary, access, refresh]) => {
        localStorage.setItem("user", summary);
        localStorage.setItem("token", access);
        localStorage.setItem("refreshToken", refresh);
      },
      [JSON.stringify(user), token.access, token.refresh] as const,
    );
    await page.goto("/admin/dashboard");
    const operator = new Operator(page, device);
    await operator.region("昨日").waitFor();
    const began = performance.now();
    try {
      await step.perform(operator);
    } finally {
      await page.screenshot({ path: shot });
    }
    const seconds = (performance.now() - began) / 1000;
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isTooWide) throw new Error("the page is wider than its screen");
    if (errors.length > 0) throw new Error(`the page threw ${errors.join("; ")}`);
    return { clicks: operator.clicks, entries: operator.entries, seconds };
  } finally {
    await context.close();
  }
}
