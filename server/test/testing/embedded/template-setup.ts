import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../../src/db/embedded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A DATA_DIR with a complete database that nobody has open, to be copied. */
    databaseFolder: string;
  }
}

/** Makes one database for a whole run of Vitest: a copy takes a hundredth of a second, a new one a whole. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-template-"));
  await chmod(folder, 0o755);
  const database = await openEmbedded({ dataDir: folder, durable: false });
  await database.stop();
  project.provide("databaseFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
