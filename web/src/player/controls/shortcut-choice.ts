import { useState } from "react";

const KEY = "manabiya:shortcuts";

/** The element with the list of shortcuts. */
export const SHORTCUT_LIST = "shortcuts";

export interface ShortcutChoice {
  isOn: boolean;
  choose: (isOn: boolean) => void;
}

/** Keyboard shortcuts are on by default. Members whom single keys disturb turn them off. */
export function useShortcutChoice(): ShortcutChoice {
  const [isOn, setOn] = useState(() => read() !== "off");
  return {
    isOn,
    choose: (chosen) => {
      setOn(chosen);
      write(chosen ? "on" : "off");
    },
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Without storage the choice lasts for this visit.
  }
}
