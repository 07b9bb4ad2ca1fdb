import { useSearchParams } from "react-router";

/** A login never returns to these pages: they would lead back to the login. */
const NOT_AFTER_LOGIN = ["/login", "/signup", "/trial", "/landing", "/freelanding"];

/** @returns the path of a page on the way, such as the login, with the location to return to */
export function wayBackTo(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  path: string,
): string {
  return withNext(path, pathname + search + hash);
}

/** Characters of an encoded `next`. Servers and proxies refuse addresses above 8,000. */
const NEXT_MAX = 2_000;

/** @returns the path with `next` in its query, without its own query if it is too long; "/" is the default and left out */
export function withNext(path: string, next: string): string {
  const short = [next, next.replace(/[?#].*$/s, "")].find((each) => encodeURIComponent(each).length <= NEXT_MAX) ?? "/";
  return short === "/" ? path : `${path}?next=${encodeURIComponent(short)}`;
}

/** @returns the path that `next` names on this origin; "/" for anything that leads elsewhere */
export function safeNextPath(next: string | null): string {
  if (next === null || !next.startsWith("/") || !URL.canParse(next, window.location.origin)) return "/";
  const url = new URL(next, window.location.origin);
  const isOurs = url.origin === window.location.origin && !url.pathname.startsWith("//");
  if (!isOurs || NOT_AFTER_LOGIN.includes(url.pathname) || url.pathname.startsWith("/login/")) return "/";
  return url.pathname + url.search + url.hash;
}

/** The page that the visitor wanted, from `next` in the address; "/" without one. */
export function useNextPath(): string {
  return safeNextPath(useSearchParams()[0].get("next"));
}
