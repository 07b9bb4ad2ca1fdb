const UNITS = ["KB", "MB", "GB", "TB"];

/** @returns such as "1.2GB" */
export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(bytes) / 3)));
  const value = bytes / 1000 ** unit;
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("ja")}${UNITS[unit - 1]}`;
}
