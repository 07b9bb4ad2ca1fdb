import { useState } from "react";

const KEY = "manabiya:shortcuts";

export interface ShortcutChoice {
  isOn: boolean;
  choose: (isOn: boolean) => void;
}

/** Whether keys move the video: on, until somebody to whom single keys are in the way turns them off. */
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
    // Chosen for this visit only, where a browser keeps nothing.
  }
}
