import type { Manifest } from "./manifest.ts";

/** One line for whoever runs a backup. @param milliseconds that it took */
export function describe({ tables, files }: Manifest, milliseconds: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const number = (value: number) => value.toLocaleString("en");
  return `${number(rows)} rows of ${tables.length} tables and ${number(files.length)} files (${number(Math.ceil(bytes / 1e6))} MB) in ${(milliseconds / 1000).toFixed(1)} s:`;
}
