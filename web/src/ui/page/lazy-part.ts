import { type FunctionComponent, lazy } from "react";

/** A part of a page that loads on demand. After a release its file may be gone; the page then works without it. */
export function lazyPart<P extends object>(load: () => Promise<{ default: FunctionComponent<P> }>) {
  return lazy(() => load().catch(() => ({ default: (() => null) as FunctionComponent<P> })));
}
