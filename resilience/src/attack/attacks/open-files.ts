import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { staffOf } from "../staff.ts";
import { type Outcome, type Target } from "../target.ts";

/** Permissions of the group and of others. */
const OTHERS = 0o077;

/** Another user of the machine must not read films, pictures and mails. */
export async function run(target: Target): Promise<Outcome> {
  const headers = { ...(await staffOf(target)), "content-type": "application/json" };
  const started = await fetch(`${target.url}/api/admin/video-files/`, { method: "POST", headers, body: `{"size":9}` });
  await started.arrayBuffer();
  const paths = [
    target.dataDir,
    ...(await readdir(target.dataDir, { recursive: true })).map((name) => join(target.dataDir, name)),
  ];
  const modes = await Promise.all(paths.map(async (path) => (await lstat(path).catch(() => null))?.mode ?? 0));
  return { attempts: paths.length, succeeded: modes.filter((mode) => (mode & OTHERS) !== 0).length };
}
