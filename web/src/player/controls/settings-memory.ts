import type { PlayerSettings } from "../player.ts";
import { readPreferences, storePreferences } from "./preferences.ts";

const USUAL: PlayerSettings = { rate: 1, volume: 1, muted: false };

export interface SettingsMemory {
  /** What to set on a player that is ready; null when nothing was ever chosen. */
  chosen(): PlayerSettings | null;
  /** Takes in what a player reports. */
  report(settings: Partial<PlayerSettings>): void;
}

/**
 * Keeps what viewers change on a player. The first report of each setting only says how the host's player begins,
 * so it must not overwrite what was chosen before.
 */
export function createSettingsMemory(): SettingsMemory {
  const reported: Partial<PlayerSettings> = {};
  return {
    chosen: readPreferences,
    report(settings) {
      const isChange = Object.entries(settings).some(([name, value]) => {
        const known = reported[name as keyof PlayerSettings];
        return known !== undefined && known !== value;
      });
      Object.assign(reported, settings);
      if (isChange) storePreferences({ ...USUAL, ...readPreferences(), ...reported });
    },
  };
}
