import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { bareRoot } from "../debian/bare-root.ts";
import { operatorsText } from "../kit/document.ts";
import { makeRelease } from "../kit/make-release.ts";

/** The release's archive, for the process inside the namespaces. */
const ARCHIVE = "PROVE_ARCHIVE";

/** Fetches all that comes from package registries: the release, by the document's block, and the bare Debian. */
export async function prepare(): Promise<{ environment: NodeJS.ProcessEnv; cleanUp: () => void }> {
  await bareRoot(packagesOfAllRoles());
  const path = makeRelease(operatorsText());
  return { environment: { [ARCHIVE]: path }, cleanUp: () => rmSync(path, { force: true }) };
}

export function preparedArchive(): string {
  const path = process.env[ARCHIVE];
  if (path === undefined) throw new Error("This drill needs a release.");
  return path;
}

export function packagesOfAllRoles(): string[] {
  const wordsOf = (script: string, ...args: string[]) =>
    execFileSync(join(root, script), [...args, "--packages"], { encoding: "utf8" })
      .trim()
      .split(" ");
  const roles = ["database", "application", "front"].flatMap((role) => wordsOf("deploy/cluster/install", role));
  return [...new Set([...roles, ...wordsOf("deploy/shared/backup/keeper")])];
}
