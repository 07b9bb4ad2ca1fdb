import type { PlayerSettings } from "../player.ts";
import { readPreferences, storePreferences } from "./preferences.ts";

interface SettingsMemory {
  /** The settings for a ready player; null if the member never chose any. */
  chosen(): PlayerSettings | null;
  /** Receives a player's report. */
  report(settings: Partial<PlayerSettings>): void;
}

/**
 * Stores the settings that a member changes. The first report of each setting is the player's default, so it must not
 * overwrite a choice.
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
      if (isChange) storePreferences(reported);
    },
  };
}
