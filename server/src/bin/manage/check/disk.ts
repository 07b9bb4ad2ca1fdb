import { randomBytes, randomUUID } from "node:crypto";
import { readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Check, line } from "./installation.ts";

/** Below this part of the disk, the next uploads may fail. */
const FREE_MIN = 0.15;

/** Bytes. */
const PROBE = 64 * 1024;

/** Reading and writing, for the group and for others. */
const OPEN_TO_OTHERS = 0o066;

export const disk: Check = async ({ env: { dataDir } }) => {
  const { uid, mode } = await stat(dataDir);
  // Films may have a disk of their own.
  const { bavail: free, blocks, bsize } = await statfs(join(dataDir, "media")).catch(() => statfs(dataDir));
  const own = process.getuid?.() ?? uid;
  const owner = `${dataDir} is of user ${uid}, this command of ${own}`;
  const isClosed = process.platform === "win32" || (mode & OPEN_TO_OTHERS) === 0;
  const space = `${((free * bsize) / 1e9).toFixed(1)} of ${((blocks * bsize) / 1e9).toFixed(1)} GB`;
  const [file, content] = [join(dataDir, `check-${randomUUID()}`), randomBytes(PROBE)];
  try {
    await writeFile(file, content, { flag: "wx", mode: 0o600, flush: true });
    const isSame = content.equals(await readFile(file));
    return [
      line(uid === own, "DATA_DIR", owner, "run it as the service's user"),
      line(isClosed, "mode", (mode & 0o777).toString(8), `chmod 700 ${dataDir}: it has films and keys`),
      line(isSame, "files", "written and read", "the file system's log: they came back otherwise"),
      line(free >= blocks * FREE_MIN, "free space", space, "a larger disk, or a bucket for the files"),
    ];
  } finally {
    await rm(file, { force: true });
  }
};
