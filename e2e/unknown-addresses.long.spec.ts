import { enterAs, signInAs } from "./enter-as.ts";
import { expect, test } from "./fixtures.ts";

/** Beside and below every kind of known address. */
const UNKNOWN = [
  "/admin",
  "/admin/",
  "/admin/anything-unknown",
  "/admin/videos/1/anything-unknown",
  "/admin/members/1/anything-unknown",
  "/anything-unknown",
  "/video",
  "/video/1/anything-unknown",
  "/category",
  "/playlists/1/anything-unknown",
  "/profile/anything-unknown",
  "/subscription",
  "/payment",
  "/login/anything-unknown",
  "/landing/anything-unknown",
];

for (const account of [null, "yearly@example.com", "staff@example.com"]) {
  test(`every unknown address leads ${account ?? "a visitor"} to the landing page`, async ({ page }) => {
    if (account !== null) await signInAs(page, account);
    const elsewhere: string[] = [];
    for (const path of UNKNOWN) {
      await page.goto(path);
      await page.waitForURL("/landing", { timeout: 8_000 }).catch(() => elsewhere.push(`${path} → ${page.url()}`));
    }
    expect(elsewhere).toEqual([]);
  });
}

test("known addresses of the staff ask visitors to log in, and lead members to their profile", async ({ page }) => {
  await page.goto("/admin/dashboard");
  await expect(page).toHaveURL("/login?next=%2Fadmin%2Fdashboard");
  await enterAs(page, "yearly@example.com", "/admin/videos");
  await expect(page).toHaveURL("/profile");
});
