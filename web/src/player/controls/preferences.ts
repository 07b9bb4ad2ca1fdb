import type { PlayerSettings } from "../player.ts";

const KEY = "manabiya:player";

/** Speed and volume as this browser's viewer last set them; null when they never did or nothing can be kept here. */
export function readPreferences(): PlayerSettings | null {
  try {
    return parsePreferences(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

export function storePreferences(settings: PlayerSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing forgets the speed, which is no reason to stop playing.
  }
}

/** @returns null for anything that a player could not be set to. */
export function parsePreferences(text: string | null): PlayerSettings | null {
  if (text === null) return null;
  try {
    const { rate, volume, muted } = JSON.parse(text) as Partial<Record<keyof PlayerSettings, unknown>>;
    return isBetween(rate, 0.25, 4) && isBetween(volume, 0, 1) && typeof muted === "boolean"
      ? { rate, volume, muted }
      : null;
  } catch {
    return null;
  }
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}
