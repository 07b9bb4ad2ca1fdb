/** Milliseconds. */
const GRACE = 1_000;

/**
 * Loads a page's file. Firefox ends a running import with an error when another address is opened, so an error waits:
 * the page that would show it is gone by then.
 */
export function loadPageFile<T>(load: () => Promise<T>): Promise<T> {
  return load().catch((error: unknown) => new Promise<T>((_, reject) => setTimeout(reject, GRACE, error)));
}
