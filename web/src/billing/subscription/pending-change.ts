import { PENDING_CHANGE, store } from "../../session/storage.ts";

/** The checkout session of a plan change that waits for payment; null without one. */
export function readPendingChange(): string | null {
  return store.getItem(PENDING_CHANGE);
}

/** Null removes it. */
export function storePendingChange(session: string | null): void {
  if (session === null) store.removeItem(PENDING_CHANGE);
  else store.setItem(PENDING_CHANGE, session);
}
