import { statfs } from "node:fs/promises";
import { join } from "node:path";

/** Below this part of the disk, the next uploads may fail. */
const FREE_MIN = 0.15;

/** @returns gigabytes of the disk with the films, which may have one of their own */
export async function freeSpace(dataDir: string): Promise<{ free: number; total: number; isEnough: boolean }> {
  const { bavail, blocks, bsize } = await statfs(join(dataDir, "media")).catch(() => statfs(dataDir));
  return { free: (bavail * bsize) / 1e9, total: (blocks * bsize) / 1e9, isEnough: bavail >= blocks * FREE_MIN };
}
