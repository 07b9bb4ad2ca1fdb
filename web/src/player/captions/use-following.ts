import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isSeenInside, scrollInside } from "../watch/scroll-inside.ts";

/** Lines out of sight have estimated heights. After a jump the true ones move the line within a few frames. */
const FRAMES_TO_SETTLE = 3;
/** Pixels. */
const ROUNDING = 2;

interface Following {
  isFollowing: boolean;
  resume(): void;
  /** Stops following and shows another line. */
  show(index: number): void;
  handleScroll(): void;
}

/** Keeps the current line in sight inside its list, until the member scrolls away from it. */
export function useFollowing(list: RefObject<HTMLElement | null>, current: number): Following {
  const [isFollowing, setFollowing] = useState(true);
  /** The scroll position that this hook set last; others are the member's. */
  const ownTop = useRef(0);
  const frame = useRef(0);

  const bring = useCallback(
    (index: number) => {
      cancelAnimationFrame(frame.current);
      function step(framesLeft: number): void {
        const item = list.current?.children[index];
        if (!list.current || !(item instanceof HTMLElement)) return;
        scrollInside(list.current, item);
        ownTop.current = list.current.scrollTop;
        if (framesLeft > 0) frame.current = requestAnimationFrame(() => step(framesLeft - 1));
      }
      step(FRAMES_TO_SETTLE);
    },
    [list],
  );
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  useLayoutEffect(() => {
    if (!isFollowing || !list.current) return;
    bring(current);
    const resizing = new ResizeObserver(() => bring(current));
    resizing.observe(list.current);
    return () => resizing.disconnect();
  }, [isFollowing, current, list, bring]);

  return {
    isFollowing,
    resume: () => setFollowing(true),
    show(index) {
      setFollowing(false);
      bring(index);
    },
    handleScroll() {
      const item = list.current?.children[current];
      if (!list.current || Math.abs(list.current.scrollTop - ownTop.current) < ROUNDING) return;
      cancelAnimationFrame(frame.current);
      ownTop.current = NaN;
      setFollowing(!(item instanceof HTMLElement) || isSeenInside(list.current, item));
    },
  };
}
