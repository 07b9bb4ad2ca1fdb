import { defineConfig } from "@playwright/test";

const STAFF = "**/admin-*.spec.ts";
/** Journeys that only `.ci/run` makes: those of these files, and those marked `LONG` (fixtures.ts). */
const LONG = /@long|\.long\.spec/;
/** Members' journeys that meet most of what a full browser does differently: films, files, and pages without a network. */
const FULL =
  "**/{certificates,cloud-film,embed,film-*,notes,offline,player*,return,site-files,transcript,video*}.*spec.ts";
/** They run in it if it is known. */
const fullBrowser = process.env["FULL_CHROMIUM_PATH"];
const chosen = { short: { grepInvert: LONG }, long: { grep: LONG } }[process.env["TESTS"] ?? ""];
const isRoot = process.getuid?.() === 0;

const launchOptionsOf = (executablePath: string) => ({
  executablePath,
  args: [
    ...(isRoot ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    // Autoplay otherwise depends on previous use; video-file.long.spec.ts covers the blocked case.
    "--autoplay-policy=no-user-gesture-required",
    // Documents live for seconds here, so optimising their code costs a tenth of the journeys' time.
    "--js-flags=--no-maglev --no-opt",
  ],
});

export default defineConfig({
  testDir: ".",
  globalSetup: "./servers/demo-template.ts",
  outputDir: "../test-results",
  ...chosen,
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env["CI"] !== undefined,
  // The report names tests that passed only in a second run.
  retries: process.env["CI"] === undefined ? 0 : 2,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // The tests of a worker share its server. Members' journeys rely on the demo's data, and the staff's change it. One
  // worker runs the staff's journeys while another starts the members', which saves a server and a browser.
  projects: [
    { name: "staff", testMatch: STAFF, workers: 1 },
    { name: "members", testIgnore: [STAFF, ...(fullBrowser ? [FULL] : [])] },
    ...(fullBrowser ? [{ name: "full", testMatch: FULL, use: { launchOptions: launchOptionsOf(fullBrowser) } }] : []),
  ],
  reporter: process.env["CI"] ? "line" : "list",
  use: {
    // A missing button fails with its own name, long before the test's timeout.
    actionTimeout: 30_000,
    browserName: "chromium",
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1280, height: 800 },
    // Requests of a page with a worker could not be answered by a test. offline.long.spec.ts allows it.
    serviceWorkers: "block",
    // Recording doubles the time that journeys take.
    trace: "on-first-retry",
    launchOptions: launchOptionsOf(process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell"),
  },
});
