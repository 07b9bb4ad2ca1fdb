const BOM = "\ufeff";

/** Spreadsheets skip these before a formula. */
const SKIPPED = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/u;
/** Also full-width and small forms, which spreadsheets in Japanese take for the same signs. */
const FORMULA = /^[=+\-@]/;
/** Some spreadsheets drop these and then evaluate the rest. */
const CONTROL = /^[\t\r\n]/;

/** Spreadsheets need the byte order mark to detect UTF-8. No cell becomes a formula. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  // Most cells are numbers, and lists are long. A negative number is no formula, though a text that looks like one is.
  if (typeof value === "number" || /^\w*$/.test(value)) return String(value);
  const safe = escapeCell(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** "2026-11-23T03:00:00.000Z" → "2026-11-23 12:00" in Japan, which spreadsheets read as a time. */
export function formatJapanMinute(instant: string): string {
  return new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
}

export function escapeCell(value: string): string {
  return isUnsafe(value) ? `'${value}` : value;
}

/** Removes the prefix of `writeCsv`, so that an exported file can be imported again. */
export function unescapeCell(value: string): string {
  return value.startsWith("'") && isUnsafe(value.slice(1)) ? value.slice(1) : value;
}

/** A text that already has the prefix gets another one, so that the import can tell them apart. */
export function isUnsafe(value: string): boolean {
  const unquoted = value.replace(/^'+/, "");
  return CONTROL.test(unquoted) || FORMULA.test(unquoted.replace(SKIPPED, "").slice(0, 1).normalize("NFKC"));
}
