import type { Quality } from "../player.ts";
import { readPreferences } from "./preferences.ts";

/** The quality that suffices when the member's system asks to save data. */
export const SAVING_SIDE = 480;

export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData ?? false;
}

/** The member's last choice on this device. The system's wish to save data outweighs it. */
export function firstQuality(): Quality {
  const quality = readPreferences()?.quality ?? "auto";
  return typeof quality === "number" && quality > SAVING_SIDE && savesData() ? "auto" : quality;
}

/** Pixels of the shorter side, by which people name a quality: an upright film of 608 × 1080 is one of 608. */
export const sideOf = ({ width, height }: { width: number; height: number }): number => Math.min(width, height);

/** @returns the largest of a film's sides that is not above the wanted one, else the smallest */
export function nearestSide(sides: readonly number[], wanted: number): number {
  const fitting = sides.filter((side) => side <= wanted);
  return fitting.length > 0 ? Math.max(...fitting) : Math.min(...sides);
}

/** @returns the sides of a multivariant playlist's pictures, the largest first */
export function sidesOf(playlist: string): number[] {
  const sides = [...playlist.matchAll(/RESOLUTION=(\d+)x(\d+)/g)].map(([, width, height]) =>
    sideOf({ width: Number(width), height: Number(height) }),
  );
  return [...new Set(sides)].toSorted((a, b) => b - a);
}
