import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, signIn, test } from "./fixtures.ts";

const DIST = fileURLToPath(new URL("../web/dist/", import.meta.url));

/** Bytes. */
const KB = 1000;
const FIRST_SCRIPT_BR = 110 * KB;
const ROUTE_CHUNK_GZIP = 10 * KB;
const STYLES_BR = 10 * KB;

interface Chunk {
  file: string;
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

/** A chunk and what it imports at once, each file once. */
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

test("the first script of every member page stays within 110 kB", () => {
  const first = withImports("src/app.tsx", withImports("index.html"));
  const bytes = [...first].reduce((sum, key) => sum + weight(chunk(key).file, "br"), 0);
  console.log(`first script: ${bytes} bytes br`);
  expect(bytes).toBeLessThanOrEqual(FIRST_SCRIPT_BR);
  // The browser fetches all of it at once, not one file when the one before has come.
  const html = readFileSync(`${DIST}index.html`, "utf8");
  expect([...first].map((key) => chunk(key).file).filter((file) => !html.includes(`"/${file}"`))).toEqual([]);
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

test("every screen's own script stays within 10 kB", () => {
  const pages = Object.values(manifest).filter(({ src }) => src?.endsWith("-page.tsx"));
  expect(pages.length).toBeGreaterThan(30);
  const heavy = pages.filter(({ file }) => weight(file, "gz") > ROUTE_CHUNK_GZIP).map(({ src }) => src);
  expect(heavy).toEqual([]);
});

test.describe("What is loaded", () => {
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
    const sum = (type: string) =>
      loaded.filter((entry) => entry.type === type).reduce((bytes, entry) => bytes + entry.bytes, 0);
    const foreign = loaded.filter(
      ({ url }) => !url.startsWith(baseURL ?? "") && !url.startsWith("https://i.ytimg.com/"),
    );
    expect(foreign).toEqual([]);
    expect(loaded.filter(({ type }) => type === "font")).toEqual([]);
    expect(sum("stylesheet")).toBeLessThanOrEqual(STYLES_BR);
    expect(sum("script")).toBeLessThanOrEqual(FIRST_SCRIPT_BR + ROUTE_CHUNK_GZIP);
  });
});
