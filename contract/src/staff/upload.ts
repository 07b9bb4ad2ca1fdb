import * as z from "zod/mini";

const MB = 1024 * 1024;

/** Bytes. */
export const CSV_MAX_BYTES = 2 * MB;
export const THUMBNAIL_MAX_BYTES = 10 * MB;

/** Rows of a CSV below its header. */
export const CSV_MAX_ROWS = 5_000;

/** Errors that an answer lists; what is beyond is counted. */
export const CSV_MAX_ERRORS = 100;

/** A file of a multipart form. `missing` is said when there is none. */
export function uploadedFile(missing: string) {
  return z.file({ error: missing });
}

/** A list that a multipart form carries as JSON text, and JSON bodies as it is. */
export function jsonList<T extends z.ZodMiniType>(item: T, limits: { max: number; error: string }) {
  return z.pipe(
    z.transform(parseJson),
    z.array(item, { error: limits.error }).check(z.maxLength(limits.max, { error: limits.error })),
  );
}

function parseJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
