import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** Text on its background: 4.5:1 (WCAG 2.2, 1.4.3). */
const TEXT: [string, string[]][] = [
  ["ink", ["bg", "surface", "sunken", "primary-soft", "danger-soft", "success-soft", "signal-soft"]],
  ["muted", ["bg", "surface", "sunken", "primary-soft", "signal-soft"]],
  ["primary", ["bg", "surface", "sunken", "primary-soft", "signal-soft"]],
  ["primary-hover", ["bg", "surface", "sunken"]],
  ["danger", ["bg", "surface", "danger-soft"]],
  ["success", ["bg", "surface", "success-soft"]],
  ["on-primary", ["primary", "primary-hover"]],
  ["on-danger", ["danger", "danger-hover"]],
  ["on-success", ["success"]],
  ["on-signal", ["signal"]],
  ["on-scrim", ["scrim"]],
];
/** Controls and focus rings: 3:1 (1.4.11). */
const CONTROLS: [string, string[]][] = [
  ["control-border", ["bg", "surface", "sunken"]],
  ["primary", ["bg", "surface", "sunken"]],
];

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  test.each(pairs(TEXT))("%s can be read on %s", (front, ground) => {
    expect(contrast(colour(front, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(pairs(CONTROLS))("%s can be seen on %s", (front, ground) => {
    expect(contrast(colour(front, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(3);
  });
});

function pairs(table: [string, string[]][]): [string, string][] {
  return table.flatMap(([front, grounds]) => grounds.map((ground): [string, string] => [front, ground]));
}

function colour(token: string, scheme: "light" | "dark"): string {
  const value = new RegExp(`--color-${token}: ([^;]+);`).exec(css)?.[1] ?? "";
  const [light, dark = light] = [...value.matchAll(/#([0-9a-f]{6})/g)].map((match) => match[1]);
  const hex = scheme === "light" ? light : dark;
  if (!hex) throw new Error(`tokens.css has no colour ${token}`);
  return hex;
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
