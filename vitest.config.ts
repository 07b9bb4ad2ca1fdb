import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { contractTable } from "./web/build/contract-table.ts";

const EMBEDDED = "server/src/db/embedded{.test.ts,/*.test.ts}";
const setupFiles = ["./vitest.setup.ts"];

/** Node runs our TypeScript itself, as it does in production: nothing is transformed for it. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

/** As for journeys: what needs another try on a busy machine is named in the output, and its cause is to be found. */
const retry = process.env["CI"] === undefined ? 0 : 1;

/** As in e2e/playwright.config.ts: the system's Chromium, which root may only run without its sandbox. */
const chromium = playwright({
  launchOptions: {
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell",
    args: process.getuid?.() === 0 ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"],
  },
});

export default defineConfig({
  test: {
    // Many tests wait for processes that they started; a core to spare would be idle.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "contract",
          include: ["contract", "stripe-sandbox", "demo", "bench", "resilience"].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          setupFiles,
          experimental,
          isolate: false,
          // Some wait for processes that they started, on a machine that may be busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: [EMBEDDED],
          globalSetup: ["./server/test/testing/database/test-database-setup.ts"],
          setupFiles,
          experimental,
          // Nothing is global in the application, so files may share what they import: it halves the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      // These share nothing with the others: each starts servers of its own, and ends them.
      {
        test: {
          name: "embedded",
          include: [EMBEDDED],
          globalSetup: ["./server/test/testing/embedded/template-setup.ts"],
          setupFiles,
          experimental,
          isolate: false,
          testTimeout: 120_000,
          retry,
        },
      },
      {
        test: {
          name: "web",
          include: ["web/**/*.test.ts", "web/**/*.test.tsx"],
          exclude: ["**/*.browser.test.*"],
          setupFiles,
          isolate: false,
        },
      },
      {
        // What needs storage, locks, layout or focus runs where they are real.
        root: "./web",
        plugins: [contractTable()],
        test: {
          name: "browser",
          include: ["src/**/*.browser.test.{ts,tsx}"],
          setupFiles: ["../vitest.setup.ts", "./src/vitest.browser-setup.ts"],
          browser: {
            enabled: true,
            headless: true,
            provider: chromium,
            instances: [{ browser: "chromium" }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
