import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ControlBarProps } from "./control-bar-props.ts";

/** Milliseconds without a movement or touch, after which the controls of a playing video hide. */
const AWAKE_FOR = 3000;
/** Milliseconds between the taps of a double tap. */
const DOUBLE_TAP = 350;
/** The share of the picture on each side where a double tap skips. */
const SIDE = 0.35;

interface PointerOptions extends Pick<ControlBarProps, "media" | "perform"> {
  stage: HTMLElement;
  isPaused: boolean;
}

/**
 * A click on the picture plays or pauses, a double click fills the screen. A tap shows or hides the controls, and a
 * double tap on a side skips ten seconds, as does each further tap.
 * @returns whether the controls are to be seen
 */
export function usePointer({ media, stage, isPaused, perform }: PointerOptions): boolean {
  const [isAwake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastTap = useRef({ at: -Infinity, seconds: 0 });

  const wake = useEffectEvent(() => {
    setAwake(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAwake(false), AWAKE_FOR);
  });

  const tap = useEffectEvent(({ clientX, timeStamp }: PointerEvent) => {
    const { left, width } = media.getBoundingClientRect();
    const share = (clientX - left) / width;
    const seconds = share < SIDE ? -10 : share > 1 - SIDE ? 10 : 0;
    const { current: last } = lastTap;
    lastTap.current = { at: timeStamp, seconds };
    if (timeStamp - last.at < DOUBLE_TAP && seconds !== 0 && seconds === last.seconds) {
      perform({ type: "skip", seconds });
    } else if (isAwake && !isPaused) setAwake(false);
    else wake();
  });

  const click = useEffectEvent(({ detail }: MouseEvent) => {
    perform({ type: "toggle" });
    if (detail === 2) perform({ type: "fullscreen" });
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    wake();
    stage.addEventListener("pointermove", ({ pointerType }) => pointerType !== "touch" && wake(), { signal });
    stage.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && setAwake(false), { signal });
    media.addEventListener("pointerup", (event) => event.pointerType === "touch" && tap(event), { signal });
    // A tap would also click, and hit the button that it has just shown.
    media.addEventListener("touchend", (event) => event.cancelable && event.preventDefault(), { signal });
    media.addEventListener("click", click, { signal });
    return () => {
      controller.abort();
      clearTimeout(timer.current);
    };
  }, [media, stage]);

  return isAwake || isPaused;
}
