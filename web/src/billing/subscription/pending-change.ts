const KEY = "pendingPlanChange";

/** The checkout session of a plan change that waits for payment; null without one or without storage. */
export function readPendingChange(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Null removes it. */
export function storePendingChange(session: string | null): void {
  try {
    if (session === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, session);
  } catch {
    // Storage is blocked; the server knows the pending change too.
  }
}
