import type { Quality } from "../player.ts";
import { readPreferences } from "./preferences.ts";

/** Lines of the picture that suffice when the member's system asks to save data. */
export const SAVING_HEIGHT = 480;

export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData ?? false;
}

/** The member's last choice on this device. The system's wish to save data outweighs it. */
export function firstQuality(): Quality {
  const quality = readPreferences()?.quality ?? "auto";
  return typeof quality === "number" && quality > SAVING_HEIGHT && savesData() ? "auto" : quality;
}

/** @returns the largest of a film's heights that is not above the wanted one, else the smallest */
export function nearestHeight(heights: readonly number[], wanted: number): number {
  const fitting = heights.filter((height) => height <= wanted);
  return fitting.length > 0 ? Math.max(...fitting) : Math.min(...heights);
}

/** @returns the heights of a multivariant playlist's pictures, the largest first */
export function heightsOf(playlist: string): number[] {
  const heights = [...playlist.matchAll(/RESOLUTION=\d+x(\d+)/g)].map(([, height]) => Number(height));
  return [...new Set(heights)].toSorted((a, b) => b - a);
}
