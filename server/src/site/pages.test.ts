import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SitePictures } from "./pictures/stored-pictures.ts";
import { SITE } from "../../test/testing/test-app.ts";
import type { Showcase } from "@manabiya/contract/site/published-pages.ts";
import { NO_LEGAL } from "./legal/live-legal.ts";
import { errorPlugin } from "../http/error-handler.ts";
import { pagesPlugin, type PublicContent } from "./pages.ts";
import { securityPlugin } from "../http/security.ts";

const app = Fastify();
const LAW = "https://example.com/law";
const STARTS = Date.parse("2026-12-01T00:00:00+09:00");
let now = STARTS - 1;
/** Prices of a later day. */
const PRICES = {
  ...{
    revision: 1,
    monthly: 1980,
    yearly: 19_800,
    moves_at: null,
    request_key: "",
    started_at: null,
    withdrawn_at: null,
  },
  ...{ starts_at: new Date(STARTS).toISOString(), monthly_price: "price_1", yearly_price: "price_2" },
};
const site = {
  ...SITE,
  name: 'A & "B"',
  commerceLawUrl: LAW,
  changes: 1,
  documents: {},
  prices: [PRICES],
  pictures: new Map() as SitePictures,
  legal: NO_LEGAL,
  defaults: SITE,
};
let readShowcase = async (): Promise<Showcase> => ({ count: 0, videos: [], lessons: [] });
const RENDERER = `export const STYLESHEET = "/assets/landing.css";
  export const renderLanding = (variant, _content, { stylesheet, showcase }) => {
    if (variant === "b") throw new Error("cannot be rendered");
    return '<a href="__SITE_TERMS_URL__">' + stylesheet + "</a>" + (showcase?.count || "");
  };`;
let webRoot: string;
let content: PublicContent = { version: 0, documents: new Map(), listed: [], sources: [] };

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "manabiya-pages-"));
  for (const folder of ["assets", ".render"]) await mkdir(join(webRoot, folder));
  const files = {
    "index.html": "<title>__SITE_NAME__</title>",
    "landing.html": "of the build",
    "links.html": '<a href="__SITE_TERMS_URL__">terms</a>__UNKNOWN__',
    "signup.html": "<head><title>__SITE_NAME__</title><link></head>",
    "prices.html": "__PRICE_MONTHLY__ __PRICE_YEARLY__ __PRICE_FROM__ __PRICE_SAVING__ __PRICE_MONTHS_FREE__",
    "freelanding.html": '<a href="__SITE_COMMERCE_LAW_URL__">law</a>',
    ".render/published-pages.js": RENDERER,
    "favicon.svg": "<svg/>",
    "note.txt": "note",
    "assets/app-123.js": "plain",
    "assets/app-123.js.br": "brotli",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(webRoot, name), text);
  await app.register(errorPlugin);
  await app.register(securityPlugin, { site });
  const readPublic = () => Promise.resolve(content);
  await app.register(pagesPlugin, { webRoot, site, readShowcase: () => readShowcase(), readPublic, now: () => now });
});

afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, encoding = "identity") => app.inject({ url, headers: { "accept-encoding": encoding } });

describe("pages", () => {
  test("serve the application at every address that is neither a file nor the API", async () => {
    for (const url of ["/", "/video/12", "/login?next=%2F", "/no/such/page"]) {
      const page = await get(url);
      expect(page.statusCode).toBe(200);
      expect(page.body).toBe("<title>A &amp; &quot;B&quot;</title>");
    }
  });

  test.each([
    ["another site", "https://www.google.com/", "/landing?utm_source=www.google.com"],
    ["an own page with a campaign", "http://localhost/?utm_source=spring", "/landing?utm_source=spring"],
  ])("put %s into the address of a landing page", async (_name, referer, location) => {
    const answer = await app.inject({ url: "/landing", headers: { host: "localhost", referer } });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
    const page = await app.inject({ url: location, headers: { host: "localhost", referer } });
    expect([page.statusCode, page.body.includes("terms")]).toEqual([200, true]);
  });

  test.each([
    ["/landing", "http://localhost/video/1"],
    ["/landing", "no address"],
    ["/signup", "https://www.google.com/"],
  ])("serve %s at once to a visitor from %s", async (url, referer) => {
    expect((await app.inject({ url, headers: { host: "localhost", referer } })).statusCode).toBe(200);
  });

  test("show other prices from the instant at which they start", async () => {
    expect((await get("/prices")).body).toBe("1,650円 16,500円 1,375円 3,300円 2");
    now = STARTS;
    expect((await get("/prices", "gzip")).statusCode).toBe(200);
    expect((await get("/prices")).body).toBe("2,178円 21,780円 1,815円 4,356円 2");
  });

  test("serve a pre-rendered page at its address, with any query", async () => {
    for (const url of ["/signup", "/signup?plan=yearly"]) {
      expect((await get(url)).body).toBe("<head><title>A &amp; &quot;B&quot;</title><link></head>");
    }
  });

  test("fill in the site's links, escaped, and leave unknown placeholders", async () => {
    expect((await get("/links")).body).toBe('<a href="https://example.com/terms">terms</a>__UNKNOWN__');
    expect((await get("/freelanding")).body).toBe(`<a href="${LAW}">law</a>`);
  });

  test("are compressed with an encoding that the browser accepts", async () => {
    const br = await get("/landing", "gzip, deflate, br");
    expect(br.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(br.rawPayload).toString()).toContain("terms");
    const gzip = await get("/landing", "gzip, br;q=0");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.rawPayload).toString()).toContain("terms");
  });
});

describe("files", () => {
  test("with a hash in their name are immutable, and precompressed if a compressed file exists", async () => {
    const plain = await get("/assets/app-123.js");
    expect(plain.body).toBe("plain");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/assets/app-123.js", "br")).body).toBe("brotli");
  });

  test("without a hash may be cached for an hour", async () => {
    expect((await get("/note.txt")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  test("that the operator can replace are asked for again each time", async () => {
    const { headers, body } = await get("/favicon.svg");
    expect([headers["cache-control"], body]).toEqual(["no-cache", "<svg/>"]);
    expect(headers.etag).toMatch(/^"[\da-f]{32}"$/);
  });

  test.each([
    "/assets/gone-456.js",
    "/api/nothing/",
    "/%61pi/nothing/",
    "http://elsewhere.example/api/nothing/",
    "/media/nothing",
    "/index.html/..%2f..%2fpackage.json",
  ])("%s does not return the application", async (url) => {
    const response = await get(url);
    if (url.includes("..")) expect(response.body).not.toContain("manabiya");
    else expect(response.statusCode).toBe(404);
  });

  test.each([
    "/foo.png",
    "/x.json",
    "/apple-touch-icon-precomposed.png",
    "/sitemap_index.xml",
    "/wp-login.php",
    "/.env.local",
    "/profile/data.CSV",
    "/landing.html",
    "/category/1.txt?x=1#y",
    "/service-worker.js",
  ])("%s, which does not exist, returns 404 and not the application", async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
  });

  test.each(["/video/clip-01.mp4", "/video/a.b?t=1", "/search?q=a.png", "/login?next=/x.json"])(
    "%s is an address of the application, because its dot belongs to an id or to the query",
    async (url) => {
      expect((await get(url)).headers["content-type"]).toBe("text/html; charset=utf-8");
    },
  );
});

describe("files about the site", () => {
  test("the manifest names the site, its start and its icons", async () => {
    const response = await get("/manifest.webmanifest");
    expect(response.headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    const manifest = response.json<{ icons: { src: string; sizes: string; purpose: string }[] }>();
    expect(manifest).toMatchObject({ name: 'A & "B"', start_url: "/", display: "standalone", lang: "ja" });
    expect(manifest.icons.map(({ src, sizes, purpose }) => [src, sizes, purpose])).toEqual([
      ["/icon-192.png", "192x192", "any"],
      ["/icon-512.png", "512x512", "any"],
      ["/icon-512.png", "512x512", "maskable"],
    ]);
  });

  test("the sitemap lists the public pages at the site's address, and robots.txt names it", async () => {
    const sitemap = await get("/sitemap.xml");
    expect(sitemap.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const listed = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(listed).toEqual(
      ["/landing", "/freelanding", "/signup", "/trial", "/login"].map((page) => SITE.publicUrl + page),
    );
    const robots = await get("/robots.txt");
    expect(robots.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(robots.body).toContain(`Sitemap: ${SITE.publicUrl}/sitemap.xml`);
    expect(robots.body).toContain("Disallow: /api/");
  });
});

describe("changed settings", () => {
  test("are in the next answer, with the colours as a style that the policy allows", async () => {
    const before = await get("/");
    expect(before.body).not.toContain("<style>");
    Object.assign(site, { name: "寺子屋", colours: { primary: "#0b5d3b", signal: null }, changes: 2 });
    const after = await get("/signup", "br");
    const html = brotliDecompressSync(after.rawPayload).toString();
    expect(html).toContain("<title>寺子屋</title>");
    const style = /<style>(.*)<\/style>/.exec(html)?.[1] ?? expect.fail();
    expect(style).toContain("--color-primary:light-dark(#0b5d3b,");
    const hash = createHash("sha256").update(style).digest("base64");
    expect(after.headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${hash}'`);
  });
});

describe("a document", () => {
  test("makes its page, filled in; one that cannot be rendered leaves the page of the build, and is logged", async () => {
    const own = '<a href="https://example.com/terms">/assets/landing.css</a>';
    expect((await get("/landing")).body).toBe(own);
    const stored = { revision: 1, content: { videos: { chosen: [] } }, changed_at: "2026-11-23T00:00:00.000Z" };
    Object.assign(site, { documents: { "landing-a": stored, "landing-b": stored }, changes: 3 });
    expect((await get("/landing")).body).toBe(own);
    expect((await get("/freelanding")).body).toBe(`<a href="${LAW}">law</a>`);
    expect((await get("/.render/published-pages.js")).statusCode).toBe(404);
  });

  test("shows its last known videos while the database is slow or away", async () => {
    readShowcase = async () => ({ count: 7, videos: [], lessons: [] });
    const known = '<a href="https://example.com/terms">/assets/landing.css</a>7';
    expect((await get("/landing")).body).toBe(known);
    for (const read of [() => new Promise<never>(() => {}), () => Promise.reject(new Error("away"))]) {
      readShowcase = read;
      expect((await get("/landing")).body).toBe(known);
    }
  });
});
