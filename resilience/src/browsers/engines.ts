import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { aptInstall, browser } from "../../../scripts/browser.mjs";
import { openPuppeteerTab } from "./puppeteer-tab.ts";
import type { EngineName, Tab } from "./tab.ts";
import { openWebKitTab, type WebKitPrograms } from "./webkit-tab.ts";

/** Debian's packages of each engine, and of what it needs to play WebM without a sound card. */
const PACKAGES = ["firefox-esr", "webkit2gtk-driver", "xvfb", "gstreamer1.0-plugins-good", "fonts-noto-cjk"];

interface Programs {
  firefox: string;
  webkit: WebKitPrograms;
}

/** Finds Firefox and WebKit, or installs them as root on Debian. @throws with what to install by hand */
async function programs(): Promise<Programs> {
  const found = await find();
  if (isComplete(found)) return found;
  console.log("Installing Firefox and WebKit …");
  await aptInstall(PACKAGES);
  const installed = await find();
  if (isComplete(installed)) return installed;
  throw new Error(
    `Firefox, WebKitWebDriver with MiniBrowser, or Xvfb is missing. On Debian: apt-get install ${PACKAGES.join(" ")}`,
  );
}

/** @returns functions that open a tab of each engine; the caller closes it */
export async function findEngines(): Promise<Record<EngineName, () => Promise<Tab>>> {
  const chromium = await browser();
  if (!chromium) throw new Error("No Chromium was found; set CHROMIUM_PATH.");
  const { firefox, webkit } = await programs();
  return {
    chromium: () => openPuppeteerTab("chromium", chromium),
    firefox: () => openPuppeteerTab("firefox", firefox),
    webkit: () => openWebKitTab(webkit),
  };
}

type Found = { firefox: string | undefined; webkit: Record<keyof WebKitPrograms, string | undefined> };

async function find(): Promise<Found> {
  return {
    firefox: onPath("firefox-esr") ?? onPath("firefox"),
    webkit: { driver: onPath("WebKitWebDriver"), miniBrowser: await miniBrowser(), xvfb: onPath("Xvfb") },
  };
}

function isComplete(found: Found): found is Programs {
  return [found.firefox, ...Object.values(found.webkit)].every((path) => path !== undefined);
}

function onPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Debian keeps MiniBrowser below a folder of the processor's architecture. */
async function miniBrowser(): Promise<string | undefined> {
  const folders = await readdir("/usr/lib").catch(() => []);
  const candidates = folders.flatMap((folder) =>
    ["4.1", "4.0", "6.0"].map((version) => `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`),
  );
  return onPath("MiniBrowser") ?? candidates.find((path) => existsSync(path));
}
