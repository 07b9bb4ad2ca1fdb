import { BASELINES } from "../measure/rounds.ts";
import type { Result } from "./result.ts";

const WIDTH = 760;
const LABEL = 250;
const VALUE = 130;
const BAR = 16;
const ROW = 26;
const TOP = 44;

/** Bars of requests per second beside the baselines, readable on light and dark pages. */
export function picture({ set, baselines, figures }: Result): string {
  const rows = [...baselines, ...figures].sort((a, b) => b.perSecond - a.perSecond);
  const most = rows[0]?.perSecond ?? 1;
  const bars = rows.map(({ name, perSecond }, index) => {
    const y = TOP + index * ROW;
    const length = Math.max(1, (perSecond / most) * (WIDTH - LABEL - VALUE));
    const isBaseline = name === BASELINES.small || name === BASELINES.list;
    return `  <text x="${LABEL - 10}" y="${y + 13}" text-anchor="end">${name}</text>
  <rect x="${LABEL}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="3" fill="${isBaseline ? "#857d6e" : "#4a7fc1"}"/>
  <text x="${(LABEL + length + 8).toFixed(1)}" y="${y + 13}">${Math.round(perSecond).toLocaleString("en")} / s</text>`;
  });
  const height = TOP + rows.length * ROW + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">
  <style>text { fill: #1b1e24 } @media (prefers-color-scheme: dark) { text { fill: #ece9e1 } }</style>
  <text x="${LABEL}" y="26" font-size="16" font-weight="600">Set ${set}: requests a second, 32 connections</text>
${bars.join("\n")}
</svg>
`;
}
