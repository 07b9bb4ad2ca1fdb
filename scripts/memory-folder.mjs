import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { availableMemory } from "node:process";

/** The folder in which Linux keeps files in memory. */
const MEMORY = "/dev/shm";

/** Bytes, several times as many as the tests' databases and uploads need. */
const ENOUGH = 6 * 2 ** 30;

/**
 * A temporary folder for the tests, in memory if there is room: copying a database there takes half of the processor time.
 * Undefined: the tests use the usual folder.
 */
export function memoryFolder() {
  let folder;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, availableMemory()) < ENOUGH) return undefined;
    folder = mkdtempSync(join(MEMORY, "manabiya-"));
    // As /tmp: PostgreSQL runs as another user when we are root.
    chmodSync(folder, 0o1777);
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    // Some containers forbid programs there.
    execFileSync(program);
    rmSync(program);
    return folder;
  } catch {
    if (folder) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}
