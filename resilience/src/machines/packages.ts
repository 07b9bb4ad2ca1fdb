import { existsSync } from "node:fs";
import { aptInstall } from "../../../scripts/browser.mjs";

/**
 * Debian's packages by a file that each of them brings. Every one is installed as root when its file is missing.
 * @throws with what to install by hand
 */
export async function needPackages(fileOf: Record<string, string>): Promise<void> {
  const missing = () => Object.keys(fileOf).filter((name) => !existsSync(fileOf[name] ?? ""));
  if (missing().length === 0) return;
  console.log(`Installing ${missing().join(", ")} …`);
  // In this runlevel Debian starts no service of a package that it installs.
  process.env["RUNLEVEL"] = "1";
  await aptInstall(missing());
  const left = missing();
  if (left.length > 0) throw new Error(`This drill needs Debian's packages: apt-get install ${left.join(" ")}`);
}
