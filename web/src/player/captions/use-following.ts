import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { isSeenInside, scrollInside } from "../watch/scroll-inside.ts";

/** Lines out of sight have estimated heights. After a jump the true ones move the line within a few frames. */
const FRAMES_TO_SETTLE = 3;
/** Pixels. */
const ROUNDING = 2;
/** By these a member scrolls. A list also scrolls by itself, when the heights of its lines change. */
const SCROLLING = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** Milliseconds that a list scrolls on afterwards. */
const MOMENTUM = 1_500;

/** The position to which this file scrolled a list last, and the frame in which it looks again. */
interface OwnScroll {
  top: number;
  frame: number;
}

interface Following {
  isFollowing: boolean;
  resume(): void;
  /** Stops following and shows another line. */
  show(index: number): void;
}

/** Keeps the current line in sight inside its list, until the member scrolls away from it. */
export function useFollowing(list: RefObject<HTMLElement | null>, current: number): Following {
  const [isFollowing, setFollowing] = useState(true);
  const own = useRef<OwnScroll>({ top: 0, frame: 0 });

  const handleScroll = useEffectEvent((outer: HTMLElement, isByMember: boolean) => {
    const item = outer.children[current];
    if (Math.abs(outer.scrollTop - own.current.top) < ROUNDING || !(item instanceof HTMLElement)) return;
    if (!isByMember) {
      if (isFollowing) bring(outer, current, own.current);
      return;
    }
    cancelAnimationFrame(own.current.frame);
    own.current.top = NaN;
    setFollowing(isSeenInside(outer, item));
  });
  useEffect(() => {
    const outer = list.current;
    const scroll = own.current;
    if (!outer) return;
    let scrolledAt = -Infinity;
    const handleIntent = () => (scrolledAt = performance.now());
    const handle = () => {
      const isByMember = performance.now() - scrolledAt < MOMENTUM;
      if (isByMember) handleIntent();
      handleScroll(outer, isByMember);
    };
    outer.addEventListener("scroll", handle);
    for (const type of SCROLLING) outer.addEventListener(type, handleIntent, { passive: true });
    return () => {
      cancelAnimationFrame(scroll.frame);
      outer.removeEventListener("scroll", handle);
      for (const type of SCROLLING) outer.removeEventListener(type, handleIntent);
    };
  }, [list]);

  useLayoutEffect(() => {
    const outer = list.current;
    if (!isFollowing || !outer) return;
    bring(outer, current, own.current);
    const resizing = new ResizeObserver(() => bring(outer, current, own.current));
    resizing.observe(outer);
    return () => resizing.disconnect();
  }, [isFollowing, current, list]);

  return {
    isFollowing,
    resume: () => setFollowing(true),
    show(index) {
      setFollowing(false);
      if (list.current) bring(list.current, index, own.current);
    },
  };
}

function bring(list: HTMLElement, index: number, own: OwnScroll): void {
  cancelAnimationFrame(own.frame);
  function step(framesLeft: number): void {
    const item = list.children[index];
    if (!(item instanceof HTMLElement)) return;
    scrollInside(list, item);
    own.top = list.scrollTop;
    if (framesLeft > 0) own.frame = requestAnimationFrame(() => step(framesLeft - 1));
  }
  step(FRAMES_TO_SETTLE);
}
