import { useContext, useEffect } from "react";
import {
  type Location,
  UNSAFE_DataRouterStateContext as RouterState,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from "react-router";

/** Milliseconds. Data that comes later no longer moves the page. */
const PATIENCE = 20_000;
const INPUT = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Restores the scroll position on the way back and after a reload. The router scrolls at once, when the page may still
 * be too short. The component ScrollRestoration would add code for servers that render pages.
 */
export function useScrollMemory(): void {
  useScrollRestoration({ getKey: scrollKey });
  const position = useContext(RouterState)?.restoreScrollPosition;
  useEffect(() => (position ? keepAt(position) : undefined), [position]);
}

let leftAt = 0;

/** WebKit shows a page from its back-forward cache at the top. */
window.addEventListener("pagehide", () => {
  leftAt = window.scrollY;
});
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) keepAt(leftAt);
});

/** Every address opened from outside has the key "default", so it needs a key of its own. */
function scrollKey({ key, pathname, search }: Location): string {
  return key === "default" ? pathname + search : key;
}

/** Scrolls again whenever the page's height changes, until the member acts. @returns a function that ends it */
function keepAt(position: number): () => void {
  const observer = new ResizeObserver(() => window.scrollTo(0, position));
  const stop = () => observer.disconnect();
  observer.observe(document.body);
  for (const type of INPUT) window.addEventListener(type, stop, { once: true });
  setTimeout(stop, PATIENCE);
  return stop;
}
