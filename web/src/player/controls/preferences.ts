import type { PlayerSettings } from "../player.ts";

const KEY = "manabiya:player";

export interface PlayerPreferences extends PlayerSettings {
  captions: boolean;
  theatre: boolean;
}

const USUAL: PlayerPreferences = { rate: 1, volume: 1, muted: false, captions: false, theatre: false };

/** The settings that this browser last used; null if never set or without storage. */
export function readPreferences(): PlayerPreferences | null {
  try {
    return parsePreferences(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Keeps the other settings. */
export function storePreferences(changed: Partial<PlayerPreferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...USUAL, ...readPreferences(), ...changed }));
  } catch {
    // Storage is blocked, which must not stop the playback.
  }
}

/** @returns null for values that no player accepts */
export function parsePreferences(text: string | null): PlayerPreferences | null {
  if (text === null) return null;
  try {
    const { rate, volume, muted, captions, theatre } = JSON.parse(text) as Partial<
      Record<keyof PlayerPreferences, unknown>
    >;
    return isBetween(rate, 0.25, 4) && isBetween(volume, 0, 1) && typeof muted === "boolean"
      ? { rate, volume, muted, captions: captions === true, theatre: theatre === true }
      : null;
  } catch {
    return null;
  }
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}
