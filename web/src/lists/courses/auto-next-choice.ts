import { useSyncExternalStore } from "react";

const KEY = "manabiya:auto-next";

const listeners = new Set<() => void>();
/** Without storage the choice lasts for this visit. */
let chosen: boolean | null = null;

/** Whether the next lesson of a course starts by itself. Members turn it off in the list beside the player. */
export function useAutoNext(): boolean {
  return useSyncExternalStore(subscribe, isOn);
}

export function chooseAutoNext(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // See above.
  }
  for (const listener of listeners) listener();
}

function isOn(): boolean {
  chosen ??= read() !== "off";
  return chosen;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
