import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ask, type Drill } from "./drill.ts";
import { APPLICATIONS } from "./six-machines.ts";

/**
 * Brings the same release under another name to the application machines. `npm run prove -- rolling` has the previous one.
 * @returns its version
 */
export async function makeNextRelease({ machines, archive, version, folder }: Drill): Promise<string> {
  const next = `${version}-next`;
  const own = join(folder, "next");
  mkdirSync(own);
  const script = `tar -xzf "$1" && mv "manabiya-$2" "manabiya-$3" && echo "$3" > "manabiya-$3/VERSION" &&
    tar -c "manabiya-$3" | gzip -1 > "manabiya-$3.tar.gz"`;
  execFileSync("bash", ["-c", script, "bash", archive, version, next], { cwd: own, stdio: "inherit" });
  for (const name of APPLICATIONS) {
    machines.at(name).put(join(own, `manabiya-${next}.tar.gz`), `/root/manabiya-${next}.tar.gz`);
  }
  return next;
}

/** The release whose process serves on each application machine. */
export async function served(drill: Drill): Promise<string[]> {
  const command = "basename $(readlink /proc/$(systemctl show --property MainPID --value manabiya)/cwd)";
  return (await Promise.all(APPLICATIONS.map((name) => ask(drill, name, command)))).flat();
}
