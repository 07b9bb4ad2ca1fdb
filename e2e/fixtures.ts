import { type APIResponse, test as base, type BrowserContext, expect, type Page } from "@playwright/test";
import { startServer } from "./server.ts";
import { mapOwnFramesOnly } from "./stack-traces.ts";

export { expectAccessible, expectAccessibleInBothSchemes } from "./accessibility.ts";
export { expect };

mapOwnFramesOnly();

interface TestFixtures {
  /** For tests about loading, or that change their whole context: a context with an empty cache. */
  freshContext: boolean;
  /** Console errors that the test causes on purpose, such as a refused request. */
  expectedErrors: RegExp[];
  noConsoleErrors: void;
}

interface WorkerFixtures {
  /** The address of this worker's server. */
  server: string;
  /** The address of another one, for tests that move the demo's clock. It starts with the first of them. */
  clockServer: string;
  /** The address of another one, for tests that change settings of the whole service. It starts with the first of them. */
  settingsServer: string;
  /** @returns the context of this worker for a server */
  sharedContext: (address: string) => Promise<BrowserContext>;
}

/** The origin's stored data, without the HTTP cache. */
const STORAGE_TYPES = "cookies,local_storage,indexeddb,service_workers,cache_storage";

/** A server that lives as long as the worker. */
const OWN_SERVER: [
  (args: object, use: (address: string) => Promise<void>) => Promise<void>,
  { scope: "worker"; timeout: number },
] = [
  async ({}, use) => {
    const server = await startServer();
    await use(server.address);
    await server.stop();
  },
  { scope: "worker", timeout: 100_000 },
];

/**
 * A full browser may ask for the icon of a page whose server has ended meanwhile. Players and pictures of other sites cannot
 * be found without a network, after a time that depends on the machine, and YouTube has no pictures of invented videos.
 */
function isOfThisMachine(url: string, text: string): boolean {
  if (url.endsWith("/favicon.ico") || url.startsWith("https://i.ytimg.com/")) return true;
  return !/^http:\/\/(localhost|127\.)/.test(url) && /net::ERR_(NAME_NOT_RESOLVED|INTERNET_DISCONNECTED)/.test(text);
}

/** The tests of a worker share one server with demo data. An unexpected console error fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: OWN_SERVER,
  clockServer: OWN_SERVER,
  settingsServer: OWN_SERVER,
  baseURL: async ({ server }, use) => use(server),
  // The next test reuses cached and compiled files, which halves the time that a page takes to open.
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { locale, timezoneId } = project.use;
      const japan = { ...(locale && { locale }), ...(timezoneId && { timezoneId }) };
      const contexts = new Map<string, Promise<BrowserContext>>();
      await use((baseURL) => {
        const context = contexts.get(baseURL) ?? browser.newContext({ baseURL, serviceWorkers: "block", ...japan });
        contexts.set(baseURL, context);
        return context;
      });
      for (const context of contexts.values()) await (await context).close();
    },
    { scope: "worker" },
  ],
  freshContext: [false, { option: true }],
  context: async ({ browser, freshContext, sharedContext, server, baseURL }, use) => {
    const context = await (freshContext ? browser.newContext() : sharedContext(baseURL ?? server));
    await use(context);
    if (freshContext) return context.close();
    await Promise.all(
      context
        .pages()
        .slice(1)
        .map((page) => page.close()),
    );
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.clearCookies();
  },
  // A used tab is cleaned, because a new one would start another process.
  page: async ({ context, freshContext, server, baseURL, viewport, colorScheme }, use) => {
    const origin = baseURL ?? server;
    const page = context.pages()[0] ?? (await context.newPage());
    if (viewport) await page.setViewportSize(viewport);
    // Null restores what a journey before it emulated, such as forced colours.
    await page.emulateMedia({ colorScheme, forcedColors: null, reducedMotion: null, media: null });
    await use(page);
    if (freshContext || page.isClosed()) return;
    page.removeAllListeners();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate(() => sessionStorage.clear());
    const devtools = await context.newCDPSession(page);
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE_TYPES });
    await devtools.detach();
  },
  expectedErrors: [[], { option: true }],
  noConsoleErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        const { url } = message.location();
        if (message.type() === "error" && !isOfThisMachine(url, message.text()))
          errors.push(`${url} ${message.text()}`);
      });
      await use();
      const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
      expect(unexpected, "console errors").toEqual([]);
    },
    { auto: true },
  ],
});

/** For journeys that change the whole service, such as its pages or prices: no other journey sees their server. */
export const ownTest = test.extend<object, { server: string }>({ server: OWN_SERVER });

/** For journeys that only `.ci/run` makes, as it does those of `*.long.spec.ts`. */
export const LONG = { tag: "@long" };

export const DEMO_PASSWORD = "manabiya-demo";

/** Signs a demo account in through the login screen. */
export async function signIn(page: Page, email: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
  await expect(page).toHaveURL("/");
}

let created = 0;

/** A unique client address, because one address may sign up fewer times per hour than the journeys do. */
export function fromElsewhere(): Record<string, string> {
  const number = ++created;
  return { "x-forwarded-for": `198.18.${number >> 8}.${number & 255}` };
}

/** Stores a session as the application does, without opening a screen. */
export async function storeSession(page: Page, answer: APIResponse): Promise<void> {
  const { user, token } = (await answer.json()) as { user: object; token: Record<"access" | "refresh", string> };
  // A reused tab is already there.
  if (!page.url().endsWith("/robots.txt")) await page.goto("/robots.txt");
  await page.evaluate(
    ([summary, access, refresh]) => {
      localStorage.setItem("user", summary);
      localStorage.setItem("token", access);
      localStorage.setItem("refreshToken", refresh);
    },
    [JSON.stringify(user), token.access, token.refresh] as const,
  );
}

/** Registers and signs in a trial member, so that tests share no state. No screen is open yet. */
export async function becomeTrial(page: Page): Promise<{ email: string; password: string }> {
  const email = `trial-${process.pid}-${++created}@example.com`;
  const password = "correct-horse-77";
  const answer = await page.request.post("/api/auth/signup/", {
    headers: fromElsewhere(),
    data: {
      username: "体験 太郎",
      email,
      password,
      password2: password,
      subscription_status: "trial",
      agreedToTerms: true,
    },
  });
  await storeSession(page, answer);
  return { email, password };
}

/** Opens the home page as well. */
export async function signUpForTrial(page: Page): Promise<{ email: string; password: string }> {
  const member = await becomeTrial(page);
  await page.goto("/");
  return member;
}
