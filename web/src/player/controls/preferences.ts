import type { PlayerSettings } from "../player.ts";

const KEY = "manabiya:player";

/** The speed and volume that this browser last used; null if never set or without storage. */
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
    // Storage is blocked, which must not stop the playback.
  }
}

/** @returns null for values that no player accepts */
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
