const BOM = "\ufeff";

/** Spreadsheets take cells that begin so for formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** A CSV that spreadsheets open as it is meant: UTF-8 with a byte order mark, and no cell is a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Takes back what `writeCsv` put before a cell, so that a file of ours can be read again. */
export function unescapeCell(value: string): string {
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
}
