import { everyCall } from "@manabiya/contract/every-call.ts";
import { expect, test } from "./fixtures.ts";

test("the API reference lists the calls under the CSP of the product, without an error in the console", async ({
  page,
}) => {
  const answer = await page.goto("/api/docs/");
  expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self';style-src 'self'");
  const tags = new Set(everyCall.map(({ route }) => /^\/api\/((admin\/)?[^/]+)/.exec(route.url)?.[1]));
  await expect(page.locator(".opblock-tag")).toHaveCount(tags.size);

  await page.locator("#operations-tag-videos").click();
  const urls = everyCall.map(({ route }) => route.url).filter((url) => url.startsWith("/api/videos/"));
  await expect(page.locator(".opblock")).toHaveCount(urls.length);
  const favorite = page.locator(".opblock", { hasText: "/api/videos/{id}/favorite/" });
  await expect(favorite).toContainText("Set or toggle a favourite");
  await favorite.locator(".opblock-summary-control").click();
  await expect(favorite).toContainText("Access: member (signed-in members). Errors: 400, 401, 404.");
  await expect(favorite.locator(".example").first()).toContainText('"is_favorite": true');
});
