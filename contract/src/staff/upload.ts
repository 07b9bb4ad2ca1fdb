import * as z from "zod/mini";

const MB = 1024 * 1024;

/** Bytes. */
export const CSV_MAX_BYTES = 2 * MB;
export const THUMBNAIL_MAX_BYTES = 10 * MB;

/** Rows without the header. */
export const CSV_MAX_ROWS = 5_000;

/** Bytes of the sheet of all videos after decompression. */
export const SHEET_MAX_BYTES = 32 * MB;

/** Rows of the sheet of all videos without the header. */
export const SHEET_MAX_ROWS = 20_000;

/** Errors that a response lists. It only counts the others. */
export const CSV_MAX_ERRORS = 100;

/** A file of a multipart form. `missing` is the error without a file. */
export function uploadedFile(missing: string) {
  return z.file({ error: missing });
}

/** A list. Multipart forms carry it as JSON text. */
export function jsonList<T extends z.ZodMiniType>(item: T, limits: { max: number; error: string }) {
  return z.pipe(
    // Counted before its items are read, because each wrong one becomes an error.
    z.transform((given) => {
      const value = parseJson(given);
      return Array.isArray(value) && value.length > limits.max ? null : value;
    }),
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
