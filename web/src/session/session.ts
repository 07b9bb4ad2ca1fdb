import type { SessionUser } from "@manabiya/contract/accounts/user.ts";
import { useSyncExternalStore } from "react";
import {
  clearStorage,
  type NewTokens,
  restoreUser,
  STORAGE_KEYS,
  storedUser,
  storeTokens,
  storeUser,
} from "./storage.ts";

interface Session {
  user: SessionUser | null;
  /** The member logged out in this tab, so no page waits for a login. */
  hasLoggedOut: boolean;
}

let session: Session = { user: restoreUser(), hasLoggedOut: false };
const listeners = new Set<() => void>();

const readStoredUser = () => setSession({ user: storedUser(), hasLoggedOut: false });

/** Other tabs log in and out through the same storage. */
window.addEventListener("storage", ({ key }) => {
  if (key === null || STORAGE_KEYS.includes(key)) readStoredUser();
});
/** A page in the back-forward cache hears nothing of a logout, and would come back with the member's screen. */
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) readStoredUser();
});

export function getSession(): Session {
  return session;
}

/** @returns a function that ends the subscription. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session as this browser knows it. The server decides on every call. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession);
}

/** Without `refresh`, the session ends with its access token. */
export function beginSession({ user, token }: { user: SessionUser; token: NewTokens }): void {
  storeTokens(token);
  storeUser(user);
  setSession({ user, hasLoggedOut: false });
}

/** Updates the stored summary. */
export function updateSessionUser({ id, username, subscription_status }: SessionUser): void {
  if (session.user?.id !== id) return;
  const user = { id, username, subscription_status };
  storeUser(user);
  setSession({ ...session, user });
}

export function endSession(reason: "logged-out" | "expired"): void {
  clearStorage();
  setSession({ user: null, hasLoggedOut: reason === "logged-out" });
}

function setSession(next: Session): void {
  if (JSON.stringify(next) === JSON.stringify(session)) return;
  session = next;
  for (const listener of listeners) listener();
}
