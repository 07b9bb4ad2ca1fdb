const KEY = "pendingPlanChange";

/** The change of plan whose payment was begun here; null without one, and where nothing can be stored. */
export function readPendingChange(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function storePendingChange(session: string | null): void {
  try {
    if (session === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, session);
  } catch {
    // The server knows it too.
  }
}
