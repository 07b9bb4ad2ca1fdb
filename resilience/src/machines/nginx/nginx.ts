// The shipped nginx under a real browser: HTTP/2, headers, the cache of a release's files, films in slices, and the page
// that it shows while the server is away.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { browser as findBrowser } from "../../../../scripts/browser.mjs";
import { build, isBuilt } from "../../../../scripts/build.mjs";
import type { Finding } from "../../finding.ts";
import { temporaryFolder } from "../../service.ts";
import { needPackages } from "../packages.ts";
import { lookWhileAway, SHOTS } from "./away.ts";
import { makeFilm } from "./film.ts";
import { type Ground, openGround } from "./ground.ts";
import { judgeNginx, judgePlanted, type Observed } from "./judge.ts";
import { wrongRanges } from "./judge-ranges.ts";
import { ask, ranges, SLICE } from "./ranges.ts";
import { wrongRefusals } from "./refusals.ts";
import { load, newTab, openBrowser, play } from "./visitor.ts";

/** Defects of the shipped site: texts with what stands in their place, and the finding that the defect breaks. */
export const DEFECTS: [name: string, texts: Record<string, string>, broken: string][] = [
  [
    "no cache of files",
    { "proxy_cache manabiya;": "" },
    "files that a second browser's visit asked the application for",
  ],
  [
    "no slices",
    { [`slice ${SLICE / 2 ** 20}m;`]: "", "Range $slice_range": "Range $http_range" },
    "megabytes of a film that nginx asked for at once",
  ],
  [
    "nginx's own page while the server is away",
    { "error_page 502 503 504 =503 /unavailable.html;": "" },
    "sizes at which the page of these times does not fit",
  ],
  ["bodies of strangers are kept", { "auth_request /is-staff;": "" }, "what nginx should refuse by itself"],
  ["no share of an address", { "limit_conn visitors 256;": "" }, "what nginx should refuse by itself"],
];

/** @throws when the site lacks one of the texts: half a defect is another one */
export function plant(site: string, texts: Record<string, string>): string {
  return Object.entries(texts).reduce((edited, [text, instead]) => {
    if (!edited.includes(text)) throw new Error(`The shipped site has no "${text}".`);
    return edited.replace(text, () => instead);
  }, site);
}

/** @param only `shipped`: without the planted defects */
export async function runDrill([only = ""]: string[]): Promise<Finding[]> {
  await needPackages({
    "nginx-light": "/usr/sbin/nginx",
    openssl: "/usr/bin/openssl",
    curl: "/usr/bin/curl",
    ffmpeg: "/usr/bin/ffmpeg",
  });
  const built = isBuilt() ? null : await build();
  if (built?.ok === false) throw new Error(built.output);
  process.env["CHROMIUM_PATH"] = (await findBrowser()) ?? "";
  const folder = await temporaryFolder();
  try {
    const film = makeFilm(folder);
    console.log(`a film of ${(film.length / 2 ** 20).toFixed(1)} MB; screenshots in ${SHOTS}`);
    const observeWith = async (name: string, edit: (site: string) => string) => {
      const own = join(folder, name);
      await mkdir(own, { mode: 0o711 });
      const ground = await openGround(own, film, edit);
      return judgeNginx(await observe(ground, film).finally(() => ground.close()));
    };
    const planted: Finding[] = [];
    for (const [index, [name, texts, broken]] of (only === "shipped" ? [] : DEFECTS).entries()) {
      const findings = await observeWith(`planted-${index}`, (site) => plant(site, texts));
      planted.push(judgePlanted(name, findings, broken));
    }
    // Last, so that its screenshots stay.
    return [...(await observeWith("shipped", (site) => site)), ...planted];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function observe(ground: Ground, film: Buffer): Promise<Observed> {
  const chromium = await openBrowser(ground);
  try {
    const visits = [await visit(chromium, ground), await visit(chromium, ground)];
    ground.upstream.seen = [];
    const tab = await newTab(chromium, ground);
    await tab.goto(`${ground.url}/video/${ground.video}`);
    const playing = await play(tab);
    await tab.context().close();
    const answers = [];
    for (const range of ranges(film.length)) answers.push(await ask(ground, range));
    return {
      complaints: ground.complaints,
      visits,
      ranges: wrongRanges(answers, film),
      largestRequest: largestOf(ground),
      playing,
      lost: await askForLost(ground),
      refusals: await wrongRefusals(ground),
      away: await lookWhileAway(chromium, ground),
    };
  } finally {
    await chromium.close();
  }
}

async function visit(chromium: Browser, ground: Ground): Promise<Observed["visits"][number]> {
  const { upstream, url } = ground;
  const tab = await newTab(chromium, ground);
  upstream.seen = [];
  const { problems, headers } = await load(tab, `${url}/`);
  const assets = upstream.seen.filter(({ path }) => path.startsWith("/assets/"));
  const asset = await tab.request.get(url + (await assetOf(url)));
  await tab.context().close();
  return { problems, headers, asset: asset.headers(), assetRequests: assets.length };
}

/** The script of the application's page. */
async function assetOf(url: string): Promise<string> {
  const page = await (await fetch(`${url}/login`)).text();
  return /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? "/assets/none.js";
}

/** Bytes of a film for which nginx asked the application at once; without an end: all. The question who may play asks for none. */
function largestOf({ upstream }: Ground): number {
  const films = upstream.seen.filter(({ method, path }) => method === "GET" && path.startsWith("/media/films/"));
  const sizes = films.map(({ range }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    return last === undefined ? Infinity : Number(last) - Number(first) + 1;
  });
  return Math.max(0, ...sizes);
}

async function askForLost({ url, upstream }: Ground): Promise<Observed["lost"]> {
  const path = await assetOf(url);
  const before = await (await fetch(url + path)).text();
  upstream.lose(path);
  const after = await fetch(url + path);
  const unknown = await fetch(`${url}/assets/never-was-00000000.js`);
  return { status: after.status, isSame: (await after.text()) === before, unknown: unknown.status };
}
