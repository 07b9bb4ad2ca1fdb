import { randomBytes, randomUUID } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freeSpace } from "../../../observability/free-space.ts";
import { type Check, line } from "./installation.ts";

/** Bytes. */
const PROBE = 64 * 1024;

/** Reading and writing, for the group and for others. */
const OPEN_TO_OTHERS = 0o066;

export const disk: Check = async ({ env: { dataDir } }) => {
  const { uid, mode } = await stat(dataDir);
  const { free, total, isEnough } = await freeSpace(dataDir);
  const own = process.getuid?.() ?? uid;
  const owner = `${dataDir} is of user ${uid}, this command of ${own}`;
  const isClosed = process.platform === "win32" || (mode & OPEN_TO_OTHERS) === 0;
  const space = `${free.toFixed(1)} of ${total.toFixed(1)} GB`;
  const [file, content] = [join(dataDir, `check-${randomUUID()}`), randomBytes(PROBE)];
  try {
    await writeFile(file, content, { flag: "wx", mode: 0o600, flush: true });
    const isSame = content.equals(await readFile(file));
    return [
      line(uid === own, "DATA_DIR", owner, "run it as the service's user"),
      line(isClosed, "mode", (mode & 0o777).toString(8), `chmod 700 ${dataDir}: it has films and keys`),
      line(isSame, "files", "written and read", "the file system's log: they came back otherwise"),
      line(isEnough, "free space", space, "a larger disk, or a bucket for the files"),
    ];
  } finally {
    await rm(file, { force: true });
  }
};
