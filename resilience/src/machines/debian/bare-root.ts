import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needPackages } from "../packages.ts";

const DEBIAN = { version: 12, name: "bookworm" };

/** Debian's installer brings these, too, beside the essential packages. */
const INSTALLED = ["ca-certificates", "dbus", "iproute2", "systemd", "systemd-sysv"];

/**
 * The root of a bare Debian, made once for each list of packages.
 * @param packages to have at hand, for `apt-get install` without a network
 * @returns its folder
 */
export async function bareRoot(packages: string[]): Promise<string> {
  await needPackages({ debootstrap: "/usr/sbin/debootstrap" });
  const words = [...INSTALLED, "/", ...packages.toSorted()].join(" ");
  const hash = createHash("sha256").update(words).digest("hex").slice(0, 10);
  const folder = join(tmpdir(), `manabiya-debian-${DEBIAN.version}-${hash}`);
  if (existsSync(folder)) return folder;
  console.log(`Making a bare Debian ${DEBIAN.version} in ${folder} …`);
  const draft = mkdtempSync(`${folder}-`);
  chmodSync(draft, 0o755);
  const mirror = mirrorOfThisMachine();
  run("debootstrap", ["--variant=minbase", `--include=${INSTALLED.join(",")}`, DEBIAN.name, draft, mirror]);
  const suites = [DEBIAN.name, `${DEBIAN.name}-updates`].map((suite) => `deb ${mirror} ${suite} main\n`);
  writeFileSync(join(draft, "etc/apt/sources.list"), suites.join(""));
  for (const file of ["etc/resolv.conf", "etc/hosts"]) copyFileSync(`/${file}`, join(draft, file));
  run("chroot", [draft, "apt-get", "update"]);
  run("chroot", [draft, "apt-get", "install", "--yes", "--no-install-recommends", "--download-only", ...packages]);
  rmSync(join(draft, "etc/resolv.conf"));
  writeFileSync(join(draft, "etc/apt/apt.conf.d/90no-network"), 'Acquire::Retries "0";\n');
  // Each machine makes an id of its own.
  writeFileSync(join(draft, "etc/machine-id"), "");
  // The machine has no console.
  symlinkSync("/dev/null", join(draft, "etc/systemd/system/console-getty.service"));
  // Another drill may have been faster.
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return folder;
}

function run(program: string, words: string[]): void {
  execFileSync(program, words, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, LC_ALL: "C" } });
}

/** The mirror from which this machine's own packages come. */
function mirrorOfThisMachine(): string {
  const words = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
  const [uri] = execFileSync("apt-get", words, { encoding: "utf8" }).split("\n");
  if (!uri) throw new Error("apt on this machine names no mirror.");
  return uri;
}
