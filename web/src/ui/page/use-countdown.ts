import { useEffect, useEffectEvent, useState } from "react";

/** Seconds. */
export const COUNTDOWN = 8;

const TEXT_FIELD = "input:not([type=range], [type=checkbox], [type=radio]), textarea, [contenteditable]";

/**
 * Counts down before another page opens. No page changes behind the member's back: in a hidden tab, behind a dialog and
 * while they type it begins again.
 * @param isHidden whether the member cannot see the countdown itself
 * @returns the seconds left
 */
export function useCountdown(onEnd: () => void, isHidden: () => boolean = () => false): number {
  const [left, setLeft] = useState(COUNTDOWN);
  const tick = useEffectEvent((end: () => void) => {
    if (isAway() || isHidden()) return setLeft(COUNTDOWN);
    if (left > 1) return setLeft(left - 1);
    end();
    onEnd();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(stop), 1000);
    const stop = () => clearInterval(timer);
    return stop;
  }, []);
  return left;
}

function isAway(): boolean {
  if (document.visibilityState === "hidden" || document.querySelector("dialog[open], :popover-open")) return true;
  return Boolean(document.activeElement?.closest(TEXT_FIELD));
}
