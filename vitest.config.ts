import { playwright } from "@vitest/browser-playwright";
import { configDefaults, defineConfig } from "vitest/config";
import { contractTable } from "./web/build/contract-table.ts";

const EMBEDDED = "server/src/db/embedded{.test.ts,/*.test.ts}";
/** `npm test` leaves out what only `.ci/run` runs. */
const exclude = [...configDefaults.exclude, ...(process.env["TESTS"] === "short" ? ["**/*.long.test.*"] : [])];
/**
 * Short tests that `npm test` has run on the embedded PostgreSQL, and that do not differ by its version: statements.test.ts has
 * the system's version describe every statement of all areas. Those of search, figures, backups and commands stay.
 */
const alikeOnPostgres = [
  "server/src/!(backup|bin|catalogue|db|figures|personal-data)/**/!(*.long).test.ts",
  "server/test/{access-matrix,asvs,hostile-files,spec-client,staff-by-spec,tax-words}.test.ts",
  "server/test/search-quality/*.test.ts",
];
const setupFiles = ["./vitest.setup.ts"];

/**
 * Ends a test that hangs. No test measures its own speed by it: a machine with a second load takes ten times as long
 * as a quiet one. A wait with a shorter limit of its own says how soon something must happen.
 */
const hangs = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Node runs our TypeScript without a transformation, as in production. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

/** A test that passes after a retry is named in the output of npm test. */
const retry = process.env["CI"] === undefined ? 0 : 1;

/** The system's Chromium, which root may only run without its sandbox, as in e2e/playwright.config.ts. */
const chromium = playwright({
  launchOptions: {
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell",
    args: process.getuid?.() === 0 ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"],
  },
});

export default defineConfig({
  test: {
    // Many tests wait for processes that they started, so that more workers than cores are useful.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "contract",
          include: ["contract", "stripe-sandbox", "demo", "rehearsal", "bench", "resilience", "scripts"].map(
            (folder) => `${folder}/**/*.test.{ts,mjs}`,
          ),
          exclude,
          setupFiles,
          experimental,
          isolate: false,
          ...hangs,
        },
      },
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: [...exclude, EMBEDDED, ...(process.env["TESTS"] === "postgres" ? alikeOnPostgres : [])],
          globalSetup: ["./server/test/testing/database/test-database-setup.ts"],
          setupFiles,
          experimental,
          // The application has no global state, so files may share their imports, which halves the time.
          isolate: false,
          ...hangs,
          retry,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      // Each of these tests starts and ends its own PostgreSQL.
      {
        test: {
          name: "embedded",
          include: [EMBEDDED],
          exclude,
          globalSetup: ["./server/test/testing/embedded/template-setup.ts"],
          setupFiles,
          experimental,
          isolate: false,
          ...hangs,
          retry,
        },
      },
      {
        test: {
          name: "web",
          include: ["web/**/*.test.ts", "web/**/*.test.tsx"],
          exclude: ["**/*.browser.test.*"],
          ...hangs,
          setupFiles,
          isolate: false,
        },
      },
      {
        // Tests that need storage, locks, layout or focus run in a real browser.
        root: "./web",
        plugins: [contractTable()],
        // Found late, they would reload the page in the middle of a run.
        optimizeDeps: {
          include: ["react", "react-dom", "react-dom/client", "react/jsx-dev-runtime", "react-router", "lucide-react"],
        },
        test: {
          name: "browser",
          ...hangs,
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
