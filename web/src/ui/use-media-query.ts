import { useCallback, useSyncExternalStore } from "react";

/** From this width on a panel fits beside the page. */
export const WIDE = "(min-width: 768px)";

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
