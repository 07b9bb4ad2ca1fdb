import { startTransition, useEffect, useState } from "react";

/**
 * How many of `count` pieces to render: one more after each painted frame, so that a slow phone answers in between. A hidden tab
 * paints no frames, and renders all.
 */
export function useGradual(count: number, first: number): number {
  const [shown, setShown] = useState(first);
  useEffect(() => {
    if (shown >= count) return;
    if (document.hidden) setShown(count);
    else requestAnimationFrame(() => startTransition(() => setShown(shown + 1)));
  }, [shown, count]);
  return shown;
}
