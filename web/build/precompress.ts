import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;

/** Bytes. Smaller files gain nothing. */
const MIN_BYTES = 400;

/**
 * Compresses at the highest level once, so that the server only sends bytes. Pages are left out, because the server
 * fills in their placeholders, and so are the folders that it does not send.
 */
export function precompress(): Plugin {
  return {
    name: "manabiya:precompress",
    apply: "build",
    async writeBundle({ dir = "dist" }, bundle) {
      const files = Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file) && !file.startsWith("."));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const source = await readFile(path);
  if (source.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([promisify(brotliCompress)(source), promisify(gzip)(source, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
