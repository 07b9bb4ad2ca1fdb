import { useLayoutEffect, useState } from "react";

/**
 * Reads the token of an e-mailed link, or "". The token leaves the address bar, and so the browser's history and the
 * Referer header.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token")?.trim() ?? "");
  useLayoutEffect(() => window.history.replaceState(window.history.state, "", window.location.pathname), []);
  return token;
}
