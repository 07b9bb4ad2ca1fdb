import { useState } from "react";
import { store } from "../../session/storage.ts";

const KEY = "manabiya:shortcuts";

/** The element with the list of shortcuts. */
export const SHORTCUT_LIST = "shortcuts";

export interface ShortcutChoice {
  isOn: boolean;
  choose: (isOn: boolean) => void;
}

/** Keyboard shortcuts are on by default. Members whom single keys disturb turn them off. */
export function useShortcutChoice(): ShortcutChoice {
  const [isOn, setOn] = useState(() => store.getItem(KEY) !== "off");
  return {
    isOn,
    choose: (chosen) => {
      setOn(chosen);
      store.setItem(KEY, chosen ? "on" : "off");
    },
  };
}
