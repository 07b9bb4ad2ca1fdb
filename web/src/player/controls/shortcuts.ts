import { useEffect, useEffectEvent } from "react";

/** They lead to other parts of the page, and to the lessons beside this one. */
export type PageKey = "chapters" | "note" | "question" | "next" | "previous";

/** `seconds` is signed; `share` is 0 to 0.9 of the video; `by` is a signed share of the volume; `steps` counts speeds. */
export type Shortcut =
  | { type: "toggle" | "mute" | "captions" | "theatre" | "fullscreen" | "help" }
  | { type: "skip"; seconds: number }
  | { type: "jump"; share: number }
  | { type: "volume"; by: number }
  | { type: "rate"; steps: 1 | -1 }
  | { type: "page"; to: PageKey };

/** As on YouTube, where J, L and the arrows skip as far, too. */
const SHORTCUTS: Record<string, Shortcut> = {
  " ": { type: "toggle" },
  k: { type: "toggle" },
  j: { type: "skip", seconds: -10 },
  l: { type: "skip", seconds: 10 },
  ArrowLeft: { type: "skip", seconds: -5 },
  ArrowRight: { type: "skip", seconds: 5 },
  ArrowUp: { type: "volume", by: 0.05 },
  ArrowDown: { type: "volume", by: -0.05 },
  m: { type: "mute" },
  c: { type: "captions" },
  t: { type: "theatre" },
  f: { type: "fullscreen" },
  "<": { type: "rate", steps: -1 },
  ">": { type: "rate", steps: 1 },
  h: { type: "page", to: "chapters" },
  e: { type: "page", to: "note" },
  q: { type: "page", to: "question" },
  n: { type: "page", to: "next" },
  p: { type: "page", to: "previous" },
  "?": { type: "help" },
};

/**
 * The buttons and sliders inside a `<video>`. A focused `<video>` itself does nothing in WebKit, so its keys are
 * shortcuts in every engine. WebKit's buttons inside still obey Enter.
 */
const VIDEO_CONTROLS = "video:not(:focus)";

/** The player's own list of speeds and its slider for the volume. The slider for the position leaves its keys to us. */
const RATE = "[data-uses=digits]";
const VOLUME = "[data-uses=arrows]";

/** Elements that use keys themselves: all keys, the space bar, the arrows, the digits. */
const USES_ALL = `input:not([type=range]), textarea, select:not(${RATE}), [contenteditable], dialog, [popover]`;
const USES_SPACE = `button, a, summary, ${RATE}, ${VIDEO_CONTROLS}, [role=button]`;
const USES_ARROWS = `${RATE}, ${VOLUME}, ${VIDEO_CONTROLS}, [role=menu], [role=slider], [role=listbox]`;

/** Elsewhere the vertical arrows scroll the page. */
const PLAYER = "[data-stage]";

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing"> & {
  /** The focused element. */
  target: Pick<Element, "closest"> | null;
};

/** @returns the player's action; null if the key belongs to the focused element */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyPress): Shortcut | null {
  if (ctrlKey || metaKey || altKey || isComposing || target?.closest(USES_ALL)) return null;
  if (key === " " && target?.closest(USES_SPACE)) return null;
  if (key.startsWith("Arrow") && target?.closest(USES_ARROWS)) return null;
  if ((key === "ArrowUp" || key === "ArrowDown") && !target?.closest(PLAYER)) return null;
  if (/^\d$/.test(key) && target?.closest(RATE)) return null;
  if (/^\d$/.test(key)) return { type: "jump", share: Number(key) / 10 };
  return SHORTCUTS[key] ?? SHORTCUTS[key.toLowerCase()] ?? null;
}

/** Listens on the whole page, so that the player need not have the focus. */
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
      // A held key must not run through the lessons.
      if (event.type === "keydown" && !(event.repeat && shortcut.type === "page")) performLatest(shortcut);
    }
    /** Chromium's player obeys keys by listeners on the `<video>`, Space when it is released. They get none of ours. */
    function handleBeforeVideo(event: KeyboardEvent): void {
      if (!(event.target instanceof HTMLVideoElement)) return;
      handleKey(event);
      if (event.defaultPrevented) event.stopPropagation();
    }
    const types = ["keydown", "keyup"] as const;
    for (const type of types) {
      window.addEventListener(type, handleKey);
      window.addEventListener(type, handleBeforeVideo, true);
    }
    return () => {
      for (const type of types) {
        window.removeEventListener(type, handleKey);
        window.removeEventListener(type, handleBeforeVideo, true);
      }
    };
  }, [isOn]);
}
