import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, signIn, test } from "./fixtures.ts";

const DIST = fileURLToPath(new URL("../web/dist/", import.meta.url));

/** Bytes. */
const KB = 1000;
const FIRST_SCRIPT_BR = 100 * KB;
const ROUTE_CHUNK_GZIP = 10 * KB;
const STYLES_BR = 10 * KB;
const VIDEO_PAGE_BR = 25 * KB;
const CONTROLS_BR = 12 * KB;
const STREAMS_BR = 150 * KB;

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, "utf8"));

function chunk(key: string): Chunk {
  const found = manifest[key];
  if (!found) throw new Error(`${key} is not in the manifest`);
  return found;
}

/** A chunk and its static imports. */
function withImports(key: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(key)) {
    seen.add(key);
    for (const imported of chunk(key).imports ?? []) withImports(imported, seen);
  }
  return seen;
}

/** Bytes on the wire; files too small to compress are sent as they are. */
function weight(file: string, encoding: "br" | "gz"): number {
  return (statSync(`${DIST}${file}.${encoding}`, { throwIfNoEntry: false }) ?? statSync(DIST + file)).size;
}

/** Fails with the excess, the heaviest files and the remedy. */
function expectWithin(limit: number, what: string, sizes: [name: string, bytes: number][], remedy: string): void {
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  const heaviest = sizes.toSorted(([, a], [, b]) => b - a).slice(0, 5);
  const message =
    `${what}: ${bytes} bytes, ${bytes - limit} more than the limit of ${limit}.\n` +
    `Heaviest: ${heaviest.map(([name, size]) => `${name} ${size}`).join(", ")}.\nRemedy: ${remedy}`;
  expect(bytes, message).toBeLessThanOrEqual(limit);
}

const FIRST_SCRIPT_REMEDY =
  "web/build/chunks.ts decides what the first load holds. Take out of its group `app` what not every page shows, " +
  "load dialogs and editors with import(), and import schemas of the contract only in forms.";
const PAGE_REMEDY =
  "load what the page does not show at once, such as dialogs and editors, with lazy(() => import(...)), " +
  "or add what it shares with other pages to a group in web/build/chunks.ts.";

const SHARED_REMEDY =
  "one small module of a group in web/build/chunks.ts brings the whole group: take it out of there, or into another.";

test("the first script of every member page stays within 100 kB", () => {
  const first = [...withImports("src/app.tsx", withImports("index.html"))].map(chunk);
  const sizes = first.map(({ file, name = file }): [string, number] => [name, weight(file, "br")]);
  console.log(`first script: ${sizes.reduce((sum, [, bytes]) => sum + bytes, 0)} bytes br`);
  expectWithin(FIRST_SCRIPT_BR, "The first script (br)", sizes, FIRST_SCRIPT_REMEDY);
  // The document names every file, so that the browser fetches all of them at once.
  const html = readFileSync(`${DIST}index.html`, "utf8");
  expect(first.map(({ file }) => file).filter((file) => !html.includes(`"/${file}"`))).toEqual([]);
});

test("the documents of login and sign-up name the page's own files besides", () => {
  for (const page of ["login", "signup"]) {
    const own = withImports(`src/accounts/login/${page}-page.tsx`);
    const html = readFileSync(`${DIST}${page}.html`, "utf8");
    const files = [...own].map((key) => chunk(key).file);
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => !html.includes(`"/${file}"`))).toEqual([]);
  }
});

test("the own script of every screen stays within 10 kB", () => {
  const pages = Object.values(manifest).filter(({ src }) => src?.endsWith("-page.tsx"));
  expect(pages.length).toBeGreaterThan(30);
  for (const { src = "", file } of pages) {
    expectWithin(ROUTE_CHUNK_GZIP, `The script of ${src} (gzip)`, [[file, weight(file, "gz")]], PAGE_REMEDY);
  }
});

test("pages load little beyond the first script, and members load no part of the staff's", () => {
  const first = withImports("src/app.tsx", withImports("index.html"));
  const ownOf = (page: string) => [...withImports(page)].filter((key) => !first.has(key)).map(chunk);
  const kilobytes = {
    "accounts/login/login": 30,
    "catalogue/home/home": 10,
    "lists/favorites": 15,
    "accounts/profile/profile": 10,
  };
  for (const [page, limit] of Object.entries(kilobytes)) {
    const sizes = ownOf(`src/${page}-page.tsx`).map(({ file, name = file }): [string, number] => [
      name,
      weight(file, "br"),
    ]);
    expectWithin(limit * KB, `What ${page} loads besides (br)`, sizes, SHARED_REMEDY);
  }
  const members = Object.values(manifest).filter(
    ({ src }) => src?.endsWith("-page.tsx") && !src.startsWith("src/staff/"),
  );
  expect(members.length).toBeGreaterThan(25);
  const withStaff = members.filter(({ src = "" }) => ownOf(src).some(({ name }) => name === "staff"));
  expect(withStaff.map(({ src }) => src)).toEqual([]);
});

test("the video page stays within 25 kB beyond the first script, and the player's controls load after it", () => {
  const first = withImports("src/app.tsx", withImports("index.html"));
  const page = withImports("src/player/video-page.tsx");
  const controls = withImports("src/player/controls/control-bar.tsx");
  const sizes = (keys: string[]) =>
    keys.map(chunk).map(({ file, name = file }): [string, number] => [name, weight(file, "br")]);
  const own = sizes([...page].filter((key) => !first.has(key)));
  const later = sizes([...controls].filter((key) => !first.has(key) && !page.has(key)));
  const sum = (list: [string, number][]) => list.reduce((total, [, bytes]) => total + bytes, 0);
  console.log(`video page: ${sum(own)} bytes br, controls: ${sum(later)} bytes br`);
  expectWithin(VIDEO_PAGE_BR, "The scripts of the video page (br)", own, PAGE_REMEDY);
  expect(later.map(([name]) => name)).toContain("control-bar");
  const streams = withImports("src/player/hosts/hls-stream.ts");
  const library = sizes([...streams].filter((key) => !first.has(key) && !page.has(key)));
  console.log(`hls.js: ${sum(library)} bytes br`);
  expectWithin(STREAMS_BR, "What streams need (br)", library, "import nothing but hls.js in hls-stream.ts.");
  expectWithin(CONTROLS_BR, "The player's controls (br)", later, "import only the library's store, not its elements.");
});

test.describe("Loading", () => {
  test.use({ freshContext: true });

  test("home loads no fonts, little style, and nothing from elsewhere", async ({ page, baseURL }) => {
    const loaded: { url: string; type: string; bytes: number }[] = [];
    page.on("requestfinished", async (request) => {
      const { responseBodySize } = await request.sizes();
      loaded.push({ url: request.url(), type: request.resourceType(), bytes: responseBodySize });
    });
    await signIn(page, "member@example.com");
    loaded.length = 0;
    await page.goto("/", { waitUntil: "networkidle" });
    const sizesOf = (type: string) =>
      loaded
        .filter((entry) => entry.type === type)
        .map(({ url, bytes }): [string, number] => [new URL(url).pathname, bytes]);
    const foreign = loaded.filter(
      ({ url }) => !url.startsWith(baseURL ?? "") && !url.startsWith("https://i.ytimg.com/"),
    );
    expect(foreign).toEqual([]);
    expect(loaded.filter(({ type }) => type === "font")).toEqual([]);
    const styleRemedy = "remove rules from web/src/ui/*.css, or use the classes that other screens use.";
    expectWithin(STYLES_BR, "The styles of the home page", sizesOf("stylesheet"), styleRemedy);
    const scripts = FIRST_SCRIPT_BR + ROUTE_CHUNK_GZIP;
    expectWithin(scripts, "The scripts of the home page", sizesOf("script"), FIRST_SCRIPT_REMEDY);
  });
});
