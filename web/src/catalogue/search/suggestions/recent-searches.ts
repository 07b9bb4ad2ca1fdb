import { RECENT_SEARCHES, store } from "../../../session/storage.ts";

const MAX = 8;

/** The member's last searches, newest first. They stay in this browser and leave it with the session. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(RECENT_SEARCHES) ?? "[]");
    return Array.isArray(stored) ? stored.filter((q) => typeof q === "string") : [];
  } catch {
    return [];
  }
}

export function rememberSearch(q: string): void {
  write([q, ...recentSearches().filter((other) => other !== q)].slice(0, MAX));
}

export function forgetSearch(q: string): void {
  write(recentSearches().filter((other) => other !== q));
}

export function forgetAllSearches(): void {
  store.removeItem(RECENT_SEARCHES);
}

function write(searches: string[]): void {
  try {
    store.setItem(RECENT_SEARCHES, JSON.stringify(searches));
  } catch {
    // The storage is full, and the search works without it.
  }
}
