import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { StartupFault } from "../startup-fault.ts";
import { Digest, digestOfFile } from "./digest.ts";
import { type BackupFile, filePath } from "./manifest.ts";

/** Folders of DATA_DIR whose files are kept. What is not here is made again, or was handed over (the outbox). */
const FOLDERS = ["media/videos", "media/thumbnails", "sandbox"];

/** Files to be kept, below `dataDir`. @param uploads ids of videos that are still coming */
export async function filesOf(dataDir: string, uploads: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(absent);
    for (const entry of entries ?? []) if (entry.isFile()) found.push(`${folder}/${entry.name}`);
  }
  const incoming = (await readdir(join(dataDir, "media/incoming")).catch(absent)) ?? [];
  for (const id of uploads) if (incoming.includes(id)) found.push(`media/incoming/${id}`);
  if ((await readdir(dataDir)).includes("auth-secret")) found.push("auth-secret");
  return found;
}

/** Copies one file into a backup. @returns null when it was deleted in the meantime */
export async function keepFile(dataDir: string, path: string, folder: string): Promise<BackupFile | null> {
  const target = filePath(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    return { path, ...(await copy(join(dataDir, path), target)) };
  } catch (error) {
    await rm(target, { force: true });
    await absent(error);
    return null;
  }
}

/** The kept files that stand in DATA_DIR already with other content. */
export async function filesInTheWay(dataDir: string, files: BackupFile[]): Promise<string[]> {
  const inTheWay: string[] = [];
  for (const file of files) if ((await stateOf(dataDir, file)) === "other") inTheWay.push(file.path);
  return inTheWay;
}

/** Puts a kept file back: whole or not at all. */
export async function putBack(folder: string, dataDir: string, file: BackupFile): Promise<void> {
  if ((await stateOf(dataDir, file)) === "same") return;
  const target = join(dataDir, file.path);
  await mkdir(dirname(target), { recursive: true });
  const unfinished = `${target}.restored`;
  await rm(unfinished, { force: true });
  const { sha256 } = await copy(filePath(folder, file.path), unfinished);
  if (sha256 !== file.sha256) throw new StartupFault(`${file.path} changed while it was restored.`);
  await rename(unfinished, target);
}

async function stateOf(dataDir: string, file: BackupFile): Promise<"absent" | "same" | "other"> {
  const found = await digestOfFile(join(dataDir, file.path)).catch(absent);
  if (!found) return "absent";
  return found.sha256 === file.sha256 ? "same" : "other";
}

async function copy(source: string, target: string): Promise<{ bytes: number; sha256: string }> {
  const digest = new Digest();
  const out = createWriteStream(target, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(createReadStream(source), digest, out);
  return { bytes: digest.bytes, sha256: digest.sha256 };
}

/** What is not there is no failure. */
async function absent(error: unknown): Promise<null> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return null;
}
