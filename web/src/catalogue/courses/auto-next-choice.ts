import { useSyncExternalStore } from "react";
import { store } from "../../session/storage.ts";

const KEY = "manabiya:auto-next";

const listeners = new Set<() => void>();

/** Whether the next lesson of a course starts by itself. Members turn it off in the list beside the player. */
export function useAutoNext(): boolean {
  return useSyncExternalStore(subscribe, () => store.getItem(KEY) !== "off");
}

export function chooseAutoNext(on: boolean): void {
  store.setItem(KEY, on ? "on" : "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
