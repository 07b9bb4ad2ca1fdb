import { store } from "../../session/storage.ts";
import type { PlayerSettings, Quality } from "../player.ts";

const KEY = "manabiya:player";

export interface PlayerPreferences extends PlayerSettings {
  captions: boolean;
  theatre: boolean;
  quality: Quality;
}

const USUAL: PlayerPreferences = { rate: 1, volume: 1, muted: false, captions: false, theatre: false, quality: "auto" };

/** The settings that this browser last used; null if never set. */
export const readPreferences = () => parsePreferences(store.getItem(KEY));

/** Keeps the other settings. */
export function storePreferences(changed: Partial<PlayerPreferences>): void {
  store.setItem(KEY, JSON.stringify({ ...USUAL, ...readPreferences(), ...changed }));
}

/** @returns null for values that no player accepts */
export function parsePreferences(text: string | null): PlayerPreferences | null {
  if (text === null) return null;
  try {
    const { rate, volume, muted, captions, theatre, quality } = JSON.parse(text) as Partial<
      Record<keyof PlayerPreferences, unknown>
    >;
    return isBetween(rate, 0.25, 4) && isBetween(volume, 0, 1) && typeof muted === "boolean"
      ? {
          rate,
          volume,
          muted,
          captions: captions === true,
          theatre: theatre === true,
          quality: quality === "audio" || isBetween(quality, 1, 10_000) ? quality : "auto",
        }
      : null;
  } catch {
    return null;
  }
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}
