/** Where a login leads back to; pages that only visitors need would lead in circles. */
const NOT_AFTER_LOGIN = ["/login", "/signup", "/trial", "/landing", "/freelanding"];

interface Location {
  pathname: string;
  search: string;
  hash: string;
}

/** @returns the login page's path, with the place to come back to. */
export function loginPath({ pathname, search, hash }: Location): string {
  return withNext("/login", pathname + search + hash);
}

/** @returns a path on the way to `next`, which it is told of; home needs no mention. */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** @returns the path that `next` names on our own origin; "/" for anything that leads elsewhere. */
export function safeNextPath(next: string | null): string {
  if (next === null || !next.startsWith("/") || !URL.canParse(next, window.location.origin)) return "/";
  const url = new URL(next, window.location.origin);
  const isOurs = url.origin === window.location.origin && !url.pathname.startsWith("//");
  if (!isOurs || NOT_AFTER_LOGIN.includes(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}
