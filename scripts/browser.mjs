import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { node } from "./install.mjs";
import { npm, quietRun } from "./quiet-run.mjs";

const FULL = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Debian's headless build comes first, because it needs a third less time for the same pages. */
const ANY = ["chromium-headless-shell", ...FULL];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Ubuntu's `chromium-browser` may be a stub that runs nothing. */
async function runs(path) {
  if (!path || !existsSync(path)) return false;
  // On Windows `--version` opens a window.
  return process.platform === "win32" || (await quietRun(path, ["--version"], { seconds: 20 })).ok;
}

async function firstThatRuns(candidates) {
  for (const candidate of candidates) if (await runs(candidate)) return candidate;
  return undefined;
}

function onPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function find() {
  const question = "console.log(require('playwright').chromium.executablePath())";
  const cached = await quietRun(node, ["-e", question], { shell: false });
  return firstThatRuns([process.env.CHROMIUM_PATH, ...onPath(ANY), ...elsewhere, cached.output.trim()]);
}

/** A Chromium as people have it, installed on Debian if necessary; undefined when that fails. */
export async function fullBrowser() {
  const candidates = [...onPath(FULL), ...elsewhere];
  const found = await firstThatRuns(candidates);
  if (found) return found;
  await aptInstall(["chromium", "fonts-noto-cjk"]);
  return firstThatRuns(candidates);
}

const isRoot = process.getuid?.() === 0;
const APT_LOCK = "/var/lock/manabiya-apt";

/** Installs Debian packages as root, within a time limit. A missing network is no error. */
export async function aptInstall(packages) {
  if (!isRoot || !existsSync("/usr/bin/apt-get")) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "DPkg::Lock::Timeout=60"];
  // Two parts of `.ci/run` may install at once, and `apt-get update` does not wait for another one.
  const apt = (words, seconds) => quietRun("flock", [APT_LOCK, "apt-get", ...options, ...words], { env, seconds });
  await apt(["update"], 180);
  await apt(["install", "-y", "--no-install-recommends", ...packages], 600);
}

/** The path of a working Chromium, which is installed if necessary; undefined when that fails. */
export async function browser() {
  const found = await find();
  if (found) return found;
  console.log("Installing a browser for the journeys …");
  for (const name of ["chromium-headless-shell", "chromium"]) {
    await aptInstall([name, "fonts-noto-cjk"]);
    const fromDebian = await find();
    if (fromDebian) return fromDebian;
  }
  await npm(["exec", "--", "playwright", "install", ...(isRoot ? ["--with-deps"] : []), "chromium"], { seconds: 300 });
  return find();
}

/** Installs a Japanese font if none is present: browsers draw boxes without one. */
export async function japaneseFont() {
  if (process.platform !== "linux" || !isRoot) return;
  const listed = await quietRun("fc-list", [":lang=ja"], { seconds: 20 });
  if (listed.output.trim() === "" || !listed.ok) await aptInstall(["fontconfig", "fonts-noto-cjk"]);
}
