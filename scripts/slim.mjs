// Removes what packages bring and nothing loads: 210 MB of 700 in a fresh clone. npm runs this after each installation.
import fs, { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const installed = fileURLToPath(new URL("../node_modules", import.meta.url));

/** Paths below node_modules; `*` stands for the platform. */
const UNUSED = [
  // Headers for native modules. Node's own package contains them.
  "node/node_modules/node-*/include",
  "node/node_modules/node-*/share",
  // Twins in CommonJS of packages that we import as ES modules.
  "stripe/cjs",
  "lucide-react/dist/cjs",
  "puppeteer-core/lib/cjs",
  "chromium-bidi/lib/esm",
  "chromium-bidi/lib/iife",
  // Programs that download browsers and drivers. The drill uses those of the machine.
  "selenium-webdriver/bin",
  // Sources and builds for old browsers, which no import reaches.
  "puppeteer-core/src",
  "zod/src",
  "@tanstack/query-core/build/legacy",
  "@tanstack/react-query/build/legacy",
  // Every icon by a name at run time, and under a second name.
  "lucide-react/dynamic.d.ts",
  "lucide-react/dynamic.d.mts",
  "lucide-react/dynamicIconImports.d.ts",
  "lucide-react/dynamicIconImports.d.mts",
  "lucide-react/dist/lucide-react.prefixed.d.ts",
  "lucide-react/dist/lucide-react.suffixed.d.ts",
];

/** Folders in the root of a package: its own tests and documents, and modules that only another runtime loads. */
const FOLDERS = new Set(["test", "tests", "docs", "benchmark", "benchmarks", "example", "examples", "prebuilds"]);

/** Documents that are no licences, types of the CommonJS twins, and sources in TypeScript. */
const FILES = /\.map$|^(?!licen[cs]e).*\.md$|\.d\.cts$|(?<!\.d)\.ts$/i;

/** A file that the system refuses to delete, such as one in use on Windows, must not fail the installation. */
function remove(path) {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // It only takes space.
  }
}

function slimFolder(folder) {
  const isPackage = existsSync(join(folder, "package.json"));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isPackage && FOLDERS.has(entry.name)) remove(path);
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
  slimFolder(modules);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) slim();
