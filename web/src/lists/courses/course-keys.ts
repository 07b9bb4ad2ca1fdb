import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";

/** Elements that use such keys themselves. */
const USES_KEYS = "input, textarea, select, [contenteditable], dialog, [popover]";

export const isTyping = (element: Element | null) => Boolean(element?.closest(USES_KEYS));

/** `n` opens the next lesson and `p` the previous one, from anywhere on the page. */
export function useCourseKeys(isOn: boolean, paths: { n: string | null; p: string | null }): void {
  const navigate = useNavigate();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat, target } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || isComposing || repeat || event.defaultPrevented) return;
    if (target instanceof Element && isTyping(target)) return;
    const path = key === "n" || key === "p" ? paths[key] : null;
    if (path === null) return;
    event.preventDefault();
    void navigate(path);
  });
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [isOn]);
}
