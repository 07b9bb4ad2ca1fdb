const BOM = "\ufeff";

/** Spreadsheets evaluate such cells as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** Spreadsheets need the byte order mark to detect UTF-8. No cell becomes a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the prefix of `writeCsv`, so that an exported file can be imported again. */
export function unescapeCell(value: string): string {
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
}
