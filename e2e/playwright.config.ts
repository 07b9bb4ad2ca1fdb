import { defineConfig } from "@playwright/test";

const STAFF = "**/admin-*.spec.ts";
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env["CI"] !== undefined,
  // A second run is recorded, and named in the report.
  retries: process.env["CI"] === undefined ? 0 : 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A worker's tests share its server, and only one project's: members' journeys know what the demo holds, and the
  // staff's change it. One worker does the staff's, beside one that begins the members': a server and a browser less.
  projects: [
    { name: "staff", testMatch: STAFF, workers: 1 },
    { name: "members", testIgnore: STAFF },
  ],
  reporter: process.env["CI"] ? "line" : "list",
  use: {
    // A missing button fails with its own name, long before the test's timeout.
    actionTimeout: 15_000,
    browserName: "chromium",
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1280, height: 800 },
    // Recording costs half of the time that journeys take.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell",
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // Whether a browser lets a video begin by itself depends on what was done before; video-file.spec.ts holds the other case.
        "--autoplay-policy=no-user-gesture-required",
        // A document lives for seconds here: to optimise its code costs more than it saves, a tenth of what journeys take.
        "--js-flags=--no-maglev --no-opt",
      ],
    },
  },
});
