import { useCallback, useSyncExternalStore } from "react";

/** From here on there is room for a panel beside the page. */
export const WIDE = "(min-width: 768px)";

/** Whether a media query holds now. */
export function useMediaQuery(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(media);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches);
}
