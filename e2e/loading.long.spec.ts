import type { Page } from "@playwright/test";
import { delayCall } from "./api-answers.ts";
import { signInAs } from "./enter-as.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./fixtures.ts";
import { DESKTOP, PHONE } from "./widths.ts";

test.use({ freshContext: true });

/** The pages for which the specification asks for a spinner while they load. */
const MEMBERS = [
  "/",
  "/video/1",
  "/watch-later",
  "/favorites",
  "/watch-history",
  "/new-videos",
  "/search?q=AI&type=all",
  "/category/1",
  "/notices",
  "/playlists",
  "/playlists/1",
  "/checkout",
  "/subscription/change-plan",
  "/subscription/change-success",
];
/** These wait for the profile itself. */
const PROFILE = ["/profile", "/profile/edit", "/admin/dashboard"];
const STAFF = [
  "/admin/categories",
  "/admin/tags",
  "/admin/synonyms",
  "/admin/videos",
  "/admin/description?video=1",
  "/admin/chapters?video=1",
  "/admin/notices",
  "/admin/home",
  "/admin/mails",
  "/admin/alerts",
  "/admin/coupons",
  "/admin/members",
  "/admin/questions",
  "/admin/colleagues",
  "/admin/tools",
  "/admin/state",
  "/admin/audit",
  "/admin/videos/1",
  "/admin/members/1",
  "/admin/mailings",
  "/admin/figures",
  "/admin/figures/videos",
  "/admin/figures/videos/1",
  "/admin/figures/searches",
];

/** Leaves every call unanswered, except those whose path matches. */
async function holdCalls(page: Page, answered: RegExp): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith("/api/") && !answered.test(pathname),
    () => new Promise(() => {}),
  );
}

/** Finds a spinner and its text in the page's main part, with nothing over them. */
async function spins(page: Page): Promise<boolean> {
  const status = page.getByRole("main").getByRole("status").filter({ hasText: "読み込み中", visible: true }).first();
  const spinner = status.locator("svg.animate-spin");
  const isInSight = () =>
    spinner.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top?.closest("[role=status]")?.contains(element) === true;
    });
  return expect
    .poll(() => spinner.isVisible().then((isShown) => isShown && isInSight()), { timeout: 8_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

for (const [kind, account, answered, paths] of [
  ["of members", "yearly@example.com", /^\/api\/profile\/$/, MEMBERS],
  ["of the profile", "staff@example.com", /^$/, PROFILE],
  ["of the staff", "superuser@example.com", /^\/api\/profile\/$/, STAFF],
] as const) {
  test(`every page ${kind} shows a spinner with a text while it loads`, async ({ page }) => {
    await signInAs(page, account);
    await holdCalls(page, answered);
    const still: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      if (!(await spins(page))) still.push(path);
    }
    expect(still).toEqual([]);
    if (paths !== MEMBERS) return;
    const navigation = page.getByRole("navigation", { name: "メイン" });
    await expect(navigation.getByRole("status").filter({ hasText: "読み込み中" }).locator("svg")).toBeVisible();
    await page.goto("/");
    // Until its file is there, a spinner without a heading stands in the page's place.
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    expect(await spins(page)).toBe(true);
    await expectAccessibleInBothSchemes(page);
  });
}

for (const viewport of [PHONE, DESKTOP]) {
  test(`the spinner moves nothing when the content takes its place, at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signInAs(page, "yearly@example.com");
    const release = await delayCall(page, "/api/videos/search/");
    await page.goto("/new-videos");
    expect(await spins(page)).toBe(true);
    const top = () => page.getByRole("main").locator(".aspect-video").first().boundingBox();
    const before = await top();
    release();
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(Math.abs(((await top())?.y ?? 0) - (before?.y ?? 99))).toBeLessThanOrEqual(2);
  });
}

for (const [kind, account, paths] of [
  ["of members", "yearly@example.com", MEMBERS],
  ["of the staff", "superuser@example.com", [...PROFILE, ...STAFF]],
] as const) {
  test(`every page ${kind} is accessible when it has loaded, in both layouts`, async ({ page }) => {
    await signInAs(page, account);
    for (const [index, path] of paths.entries()) {
      await test.step(path, async () => {
        // The page loads in one layout or the other, and changes to the other one.
        const [first, other] = index % 2 === 0 ? [PHONE, DESKTOP] : [DESKTOP, PHONE];
        await page.setViewportSize(first);
        await page.goto(path);
        for (const size of [first, other]) {
          await page.setViewportSize(size);
          await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
          await expect(page.getByRole("status").filter({ hasText: "読み込み中" })).toHaveCount(0);
          await expectAccessible(page);
        }
      });
    }
  });
}
