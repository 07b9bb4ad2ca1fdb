// The tasks of an operator's year, done on screens alone, with clicks counted from the dashboard on.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { startStripeSandbox } from "stripe-sandbox";
import { browser as findBrowser } from "../../../scripts/browser.mjs";
import { build, isBuilt } from "../../../scripts/build.mjs";
import { type Finding, none } from "../finding.ts";
import type { Business } from "./business.ts";
import { COLLEAGUE_TASKS } from "./colleagues.ts";
import { FIGURE_TASKS } from "./figures.ts";
import { exportMembers, MEMBER_TASKS } from "./members.ts";
import { judgeTasks, printTable, printYear, type TaskRun } from "./judge.ts";
import { MONEY_TASKS } from "./money.ts";
import { NOTICE_TASKS } from "./notices.ts";
import { openBusiness } from "./opening.ts";
import { DEVICES } from "./operator.ts";
import { OUTPUT, runTask } from "./perform.ts";
import type { Task } from "./task.ts";
import { VIDEO_TASKS } from "./videos.ts";
import { BOOKS_TASKS } from "./year/books.ts";
import { CONTENT_TASKS } from "./year/content.ts";
import { DESK_TASKS } from "./year/desk.ts";
import { RELEASE_TASKS } from "./year/releases.ts";
import { SITE_TASKS } from "./year/site.ts";
import { UNDO_TASKS } from "./year/undo.ts";
import { YEAR } from "./year/year.ts";

/** Those of the year that none of the others covers come last, with new prices at the very end. */
const TASKS: readonly Task[] = [
  ...Object.values(VIDEO_TASKS),
  ...Object.values(NOTICE_TASKS),
  MEMBER_TASKS.seeWhy,
  MEMBER_TASKS.grantAccess,
  MEMBER_TASKS.endTrial,
  MONEY_TASKS.refund,
  MONEY_TASKS.endPlan,
  MEMBER_TASKS.closeAccount,
  MEMBER_TASKS.changeAddress,
  MEMBER_TASKS.suspend,
  COLLEAGUE_TASKS.inviteDemoteRemove,
  COLLEAGUE_TASKS.resetSecondFactor,
  FIGURE_TASKS.readRevenue,
  FIGURE_TASKS.readWatchTime,
  FIGURE_TASKS.findMissingKeywords,
  MONEY_TASKS.findFailing,
  FIGURE_TASKS.findDeadVideos,
  exportMembers,
  FIGURE_TASKS.seeLastBackup,
  ...Object.values(CONTENT_TASKS),
  ...Object.values(DESK_TASKS),
  ...Object.values(BOOKS_TASKS),
  ...Object.values(UNDO_TASKS),
  ...Object.values(RELEASE_TASKS),
  ...Object.values(SITE_TASKS),
];

/** @param names words of titles; none: all tasks */
export async function runDrill(names: string[]): Promise<Finding[]> {
  const chosen = TASKS.filter(({ title }) => names.every((name) => title.includes(name)));
  const built = isBuilt() ? null : await build();
  if (built?.ok === false) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error("No browser was found; set CHROMIUM_PATH to a Chromium.");
  await mkdir(OUTPUT, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const business = await openBusiness();
    console.log("the business is open");
    const runs: TaskRun[] = [];
    try {
      for (const task of chosen) {
        for (const device of DEVICES) runs.push(await runTask(browser, business, task, device));
      }
      await business.stop();
      const findings = judgeTasks({ tasks: chosen, runs });
      printTable(runs, findings);
      if (names.length === 0) printYear(YEAR, runs);
      console.log(`Screenshots: ${OUTPUT}`);
      return [...findings, none("refunds that the provider's books lack", await missingRefunds(business))];
    } finally {
      await business.stop();
      await business.remove();
    }
  } finally {
    await browser.close();
  }
}

/** Looks into the books of the stopped card provider. */
async function missingRefunds({ dataDir, refunded }: Business): Promise<string[]> {
  const sandbox = await startStripeSandbox({ dataDir: join(dataDir, "sandbox") });
  try {
    const { store } = sandbox.world;
    const charges = new Set(store.all("refund").map(({ charge }) => charge));
    const customers = new Set(store.all("charge").flatMap(({ id, customer }) => (charges.has(id) ? [customer] : [])));
    const paidBack = store.all("customer").flatMap(({ id, email }) => (customers.has(id) ? [email] : []));
    return refunded.flatMap((email) => (paidBack.includes(email) ? [] : [email]));
  } finally {
    await sandbox.close();
  }
}
