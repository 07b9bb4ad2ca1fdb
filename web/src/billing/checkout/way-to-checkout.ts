import { useSearchParams } from "react-router";
import { safeNextPath } from "../../session/next-path.ts";

/** The coupon code of a link or of a restored page; null without one. */
export function useLinkedCode(): string | null {
  return codeIn(useSearchParams()[0]);
}

function codeIn(search: URLSearchParams): string | null {
  return search.get("code")?.trim() || null;
}

/** @returns the path with the wanted page and the coupon code in its query */
export function withOrder(path: string, next: string, code: string | null): string {
  const search = new URLSearchParams({ ...(next !== "/" && { next }), ...(code !== null && { code }) });
  return search.size === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${String(search)}`;
}

/** The plans, with the wanted page and the coupon code of this page's address. */
export function useWayToCheckout(): string {
  const [search] = useSearchParams();
  const next = safeNextPath(search.get("next"));
  const code = codeIn(search);
  // A link to the plans or of a gift led a visitor to the login first.
  return code === null && /^\/(checkout\?|gift)/.test(next) ? next : withOrder("/checkout", next, code);
}
