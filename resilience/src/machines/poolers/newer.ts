import { existsSync, globSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

/** A program and the arguments before its own. */
export interface Executable {
  command: string;
  args: string[];
}

const SUITE = "trixie";
const PACKAGES = [
  "pgbouncer",
  "libc6",
  "libcares2",
  "libevent-2.1-7t64",
  "libpam0g",
  "libaudit1",
  "libcap-ng0",
  "libcap2",
  "libssl3t64",
  "libsystemd0",
  "libzstd1",
  "zlib1g",
];
const KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";

/**
 * A PgBouncer that follows prepared statements: that of PGBOUNCER_NEW, else that of Debian's next release. Its packages
 * are unpacked in the folder with the libraries that they need; nothing is installed.
 */
export async function newerPgbouncer(folder: string): Promise<Executable> {
  const given = process.env["PGBOUNCER_NEW"];
  if (given) return { command: given, args: [] };
  console.log(`Fetching the PgBouncer of Debian ${SUITE} …`);
  for (const name of ["lists/partial", "cache/archives/partial", "packages", "root"]) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const sources = join(folder, "debian.sources");
  const lines = ["Types: deb", "URIs: http://deb.debian.org/debian", `Suites: ${SUITE}`, "Components: main"];
  await writeFile(sources, [...lines, `Signed-By: ${KEYS}`, ""].join("\n"));
  const options = [
    `Dir::Etc::sourcelist=${sources}`,
    "Dir::Etc::sourceparts=/dev/null",
    `Dir::State::lists=${join(folder, "lists")}`,
    "Dir::State::status=/dev/null",
    `Dir::Cache=${join(folder, "cache")}`,
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  const packages = join(folder, "packages");
  await run("apt-get", [...options, "--quiet", "update"], packages);
  await run("apt-get", [...options, "--quiet", "download", ...PACKAGES], packages);
  const root = join(folder, "root");
  for (const file of globSync("*.deb", { cwd: packages })) await run("dpkg-deb", ["-x", file, root], packages);
  const [loader = ""] = globSync(join(root, "usr/lib/*/ld-linux*.so.*"));
  const program = join(root, "usr/sbin/pgbouncer");
  if (!existsSync(loader) || !existsSync(program)) throw new Error("Debian's packages have no PgBouncer.");
  return { command: loader, args: ["--library-path", join(loader, ".."), program] };
}
