import { useLayoutEffect, useState } from "react";
import { safeNextPath, withNext } from "../../session/next-path.ts";

/**
 * Reads the token of an e-mailed link, or "". The token leaves the address bar, and so the browser's history of
 * addresses and the Referer header; `next` remains. It stays in the state of the tab's history entry, which survives a reload.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token")?.trim() ?? savedToken());
  useLayoutEffect(() => saveToken(token), [token]);
  return token;
}

/** Removes the token when it has been used. */
export function forgetLinkToken(): void {
  saveToken("");
}

function savedToken(): string {
  const { token } = (window.history.state ?? {}) as { token?: unknown };
  return typeof token === "string" ? token : "";
}

function saveToken(token: string): void {
  const state = window.history.state as object | null;
  const next = safeNextPath(new URLSearchParams(window.location.search).get("next"));
  window.history.replaceState({ ...state, token }, "", withNext(window.location.pathname, next));
}
