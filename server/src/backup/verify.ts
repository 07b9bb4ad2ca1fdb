import { OperatorError } from "../errors/operator-error.ts";
import { digestOf, digestOfFile } from "./digest.ts";
import { type CopyFormat, filePath, type Manifest, openTable, readManifest, tablePath } from "./manifest.ts";

/** Verifies every checksum. @throws OperatorError that names the first damaged file */
export async function verifyBackup(folder: string, format: CopyFormat = "text"): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const { name, sha256 } of manifest.tables) {
    const path = tablePath(folder, name, format);
    await verifyDigest(digestOf(...openTable(path, format)), sha256, path);
  }
  for (const { path, sha256 } of manifest.files) {
    await verifyDigest(digestOfFile(filePath(folder, path)), sha256, filePath(folder, path));
  }
  return manifest;
}

async function verifyDigest(read: Promise<{ sha256: string }>, sha256: string, path: string): Promise<void> {
  const found = await read.catch((error: NodeJS.ErrnoException) => {
    const { code = "" } = error;
    if (code === "ENOENT") throw new OperatorError(`The backup lacks ${path}; nothing was restored.`);
    if (code.startsWith("Z_")) return null;
    throw error;
  });
  if (found?.sha256 !== sha256) {
    throw new OperatorError(`${path} was changed or damaged since the backup was made; nothing was restored.`);
  }
}
