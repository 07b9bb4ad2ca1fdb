import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm, root } from "./quiet-run.mjs";

const sources = ["web", "contract/src", "package-lock.json"];
const skipped = new Set(["node_modules", "dist", ".vite"]);
const stamp = join(root, "web", "dist", ".built-from");

/** Hashes all sources of the web application. */
function fingerprint() {
  const hash = createHash("sha256").update(process.env.API_HOST ?? "");
  const add = (path) => {
    let names;
    try {
      names = readdirSync(join(root, path), { withFileTypes: true });
    } catch {
      hash.update(path).update(readFileSync(join(root, path)));
      return;
    }
    for (const entry of names.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (skipped.has(entry.name) || entry.name.endsWith(".tsbuildinfo")) continue;
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) add(below);
      else hash.update(below).update(readFileSync(join(root, below)));
    }
  };
  for (const source of sources) add(source);
  return hash.digest("hex");
}

/** Whether web/dist was built from the current sources. */
export function isBuilt() {
  try {
    return readFileSync(stamp, "utf8") === fingerprint();
  } catch {
    return false;
  }
}

/** Builds the web application into web/dist and stores the fingerprint. @returns the result of `quietRun` */
export async function build() {
  const from = fingerprint();
  const result = await npm(["run", "--silent", "build"]);
  if (result.ok) writeFileSync(stamp, from);
  return result;
}
