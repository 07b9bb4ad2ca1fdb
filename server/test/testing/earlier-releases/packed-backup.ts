import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** One small backup per migration, as the release with that newest migration made it. */
const folder = fileURLToPath(new URL("../../../src/backup/releases", import.meta.url));

const packedPath = (tag: string) => join(folder, `${tag}.json`);

/** @returns the tags of the migrations that have a backup */
export async function packedTags(): Promise<string[]> {
  return (await readdir(folder)).map((name) => name.replace(/\.json$/, "")).toSorted();
}

/** Writes a backup's files into one file: their bytes by path, as text or, when compressed, in base64. */
export async function packBackup(backup: string, tag: string): Promise<void> {
  const entries = await readdir(backup, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const packed: Record<string, string> = {};
  for (const path of paths.toSorted()) {
    packed[path.slice(backup.length + 1)] = await readFile(path, encodingOf(path));
  }
  await mkdir(folder, { recursive: true });
  await writeFile(packedPath(tag), `${JSON.stringify(packed, null, 2)}\n`);
}

/** Writes the files of a packed backup into a folder. */
export async function unpackBackup(tag: string, backup: string): Promise<void> {
  const packed = JSON.parse(await readFile(packedPath(tag), "utf8")) as Record<string, string>;
  for (const [path, content] of Object.entries(packed)) {
    await mkdir(dirname(join(backup, path)), { recursive: true });
    await writeFile(join(backup, path), content, encodingOf(path));
  }
}

const encodingOf = (path: string) => (path.endsWith(".gz") ? "base64" : "utf8");
