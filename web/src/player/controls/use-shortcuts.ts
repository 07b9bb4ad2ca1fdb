import { useEffect, useEffectEvent } from "react";
import { type Shortcut, shortcutOf } from "./shortcuts.ts";

/** Listens to the whole page, so that nobody has to aim at the picture first. */
export function useShortcuts(isOn: boolean, perform: (shortcut: Shortcut) => void): void {
  const performLatest = useEffectEvent(perform);
  useEffect(() => {
    if (!isOn) return;
    function handleKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      const target = event.target instanceof Element ? event.target : null;
      const shortcut = shortcutOf({ key, ctrlKey, metaKey, altKey, isComposing, target });
      if (!shortcut || event.defaultPrevented) return;
      event.preventDefault();
      performLatest(shortcut);
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [isOn]);
}
