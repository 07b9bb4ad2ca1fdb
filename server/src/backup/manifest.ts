import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import * as z from "zod/mini";
import { OperatorError } from "../errors/operator-error.ts";

/** Below DATA_DIR. A restore must not write any other path. */
export const FilePath = z.string().check(
  z.regex(/^(media\/(videos|thumbnails|incoming)\/|sandbox\/|auth-secret$)[\w.-]*$/),
  z.refine((path) => !path.includes("..")),
);

/** Content and checksums of a backup. It is written last: a folder without it is no complete backup. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  /** ISO 8601: the snapshot's time. */
  taken_at: z.string(),
  /** Migrations of the schema, oldest first. */
  migrations: z.array(z.strictObject({ hash: z.string(), created_at: z.number() })),
  tables: z.array(
    z.strictObject({
      name: z.string().check(z.regex(/^\w+$/)),
      columns: z.array(z.string()),
      rows: z.number(),
      /** Of the rows in the order of the primary key, as PostgreSQL's COPY writes them. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(
    z.strictObject({ table: z.string(), column: z.string(), last_value: z.string(), is_called: z.boolean() }),
  ),
  files: z.array(z.strictObject({ path: FilePath, bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;
export type BackupTable = Manifest["tables"][number];
export type BackupFile = Manifest["files"][number];

const NAME = "manifest.json";
const Sealed = z.strictObject({ manifest: z.unknown(), sha256: z.string() });

/** `csv`: with a header, for an export that other programs read. */
export type CopyFormat = "text" | "csv";

export const tablePath = (folder: string, table: string, format: CopyFormat = "text") =>
  join(folder, "tables", format === "csv" ? `${table}.csv` : `${table}.copy.gz`);

/** Streams of which the last gives the table's rows as COPY wrote them. */
export function openTable(path: string, format: CopyFormat): [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]] {
  return format === "csv" ? [createReadStream(path)] : [createReadStream(path), createGunzip()];
}

export const filePath = (folder: string, path: string) => join(folder, "files", path);

const seal = (manifest: unknown) => createHash("sha256").update(JSON.stringify(manifest)).digest("hex");

/** Writes the manifest atomically, with its own checksum. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, `${NAME}.part`);
  const file = await open(unfinished, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ manifest, sha256: seal(manifest) }, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, NAME));
}

/** @throws OperatorError for a folder without a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => null);
  if (text === null) {
    throw new OperatorError(`${folder} holds no whole backup: its ${NAME}, which is written last, is missing.`);
  }
  const sealed = z.safeParse(Sealed, parsed(text));
  if (!sealed.success || seal(sealed.data.manifest) !== sealed.data.sha256) {
    throw new OperatorError(`${join(folder, NAME)} was changed or damaged since the backup was made.`);
  }
  const manifest = z.safeParse(Manifest, sealed.data.manifest);
  if (!manifest.success) {
    throw new OperatorError(`${join(folder, NAME)} is of a release that this one does not understand.`);
  }
  return manifest.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
