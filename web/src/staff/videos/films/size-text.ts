const UNITS = ["KB", "MB", "GB", "TB"];

/** @returns such as "1.2GB" */
export function sizeText(bytes: number): string {
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("ja")}${UNITS[unit]}`;
}
