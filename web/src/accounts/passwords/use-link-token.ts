import { useLayoutEffect, useState } from "react";

/**
 * What the link in the mail says; empty without. It opens something, so it leaves the address bar, and with it the
 * browser's history and the addresses that other requests tell.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token")?.trim() ?? "");
  useLayoutEffect(() => window.history.replaceState(window.history.state, "", window.location.pathname), []);
  return token;
}
