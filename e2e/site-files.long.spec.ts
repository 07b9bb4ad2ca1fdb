import { expect, test } from "./fixtures.ts";

interface Manifest {
  name: string;
  icons: { src: string; sizes: string }[];
}

/** Width and height, which stand at the start of every PNG. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test("the manifest's icons and the touch icon are pictures of the named sizes", async ({ request }) => {
  const { name, icons } = (await (await request.get("/manifest.webmanifest")).json()) as Manifest;
  expect(name).toBe("学び舎");
  // Browsers ask for the last one although no page names it.
  const others = { "/apple-touch-icon.png": "180x180", "/favicon.ico": "48x48" };
  for (const [src, sizes] of [...icons.map(({ src, sizes }) => [src, sizes] as const), ...Object.entries(others)]) {
    const response = await request.get(src);
    expect(response.headers()["content-type"]).toBe("image/png");
    expect(sizeOf(await response.body()), src).toBe(sizes);
  }
});

for (const path of ["/landing", "/freelanding", "/login"]) {
  test(`the browser reads the manifest of ${path} without an error`, async ({ page }) => {
    await page.goto(path);
    const devtools = await page.context().newCDPSession(page);
    const { url, errors } = await devtools.send("Page.getAppManifest");
    await devtools.detach();
    expect(new URL(url).pathname).toBe("/manifest.webmanifest");
    expect(errors).toEqual([]);
    await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute("href", "/apple-touch-icon.png");
  });
}

test("every page of the sitemap opens, and no other address of a visitor is in it", async ({ request }) => {
  const xml = await (await request.get("/sitemap.xml")).text();
  const pages = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address ?? "").pathname);
  const published = ["/legal/commerce", "/legal/terms", "/legal/privacy"];
  expect(pages.slice(0, -1)).toEqual(["/landing", "/freelanding", "/signup", "/trial", "/login", ...published]);
  expect(pages.at(-1)).toMatch(/^\/open\/\d+$/);
  for (const page of pages) {
    const response = await request.get(page);
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  }
});

test("a shared link of a members' video shows the site's name and picture, and nothing of the video", async ({
  request,
}) => {
  const documentOf = async (path: string) => (await request.get(path)).text();
  const html = await documentOf("/video/1");
  expect(html).toBe(await documentOf("/video/999999"));
  const tags = [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)];
  const { title, site_name, image } = Object.fromEntries(tags.map(([, name, content]) => [name, content]));
  expect([title, site_name]).toEqual(["学び舎", "学び舎"]);
  const picture = await request.get(image ?? "");
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(sizeOf(await picture.body())).toBe("1200x630");
});
