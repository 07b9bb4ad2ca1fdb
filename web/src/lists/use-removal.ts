import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { SavedFlag, CurrentList } from "../catalogue/saved/saved-flags.ts";
import { setSaved } from "../catalogue/saved/set-saved.ts";
import type { VideoList } from "../catalogue/list/use-video-list.ts";

/** Removes cards from the shown list, and restores them while the toast offers it. */
export function useRemoval(flag: SavedFlag, list: VideoList) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const underway = useRef<Promise<unknown>>(Promise.resolve());
  const { remember, undoButton, onToastKey } = useFocusAfterRemoval(flag, removed.length);

  const remove: CurrentList["remove"] = (video, { byKeyboard }) => {
    remember(byKeyboard ? list.videos.findIndex(({ id }) => id === video.id) : null);
    setRemoved((ids) => [...ids.filter((id) => id !== video.id), video.id]);
    const outcome = setSaved(client, flag, video.id, false).then((isStillSaved) => {
      if (isStillSaved) setRemoved((ids) => ids.filter((id) => id !== video.id));
    });
    underway.current = Promise.all([underway.current, outcome]);
  };

  /** The cards return to their position, or to the server's if the list was refetched. */
  async function restore(): Promise<void> {
    await Promise.all(removed.map((id) => setSaved(client, flag, id, true)));
    setRemoved([]);
  }

  /** The toast is gone, so the following cards move up. */
  async function dismiss(): Promise<void> {
    setRemoved([]);
    // An earlier refetch would still contain the removed cards.
    await underway.current;
    list.refetch();
  }

  return {
    count: removed.length,
    remove,
    restore: () => void restore(),
    dismiss: () => void dismiss(),
    undoButton,
    onToastKey,
  };
}

/**
 * After a removal by keyboard the focus moves to the undo button, and from there back to the card's position. It
 * would be lost with the card.
 */
function useFocusAfterRemoval(flag: SavedFlag, count: number) {
  const undoButton = useRef<HTMLButtonElement>(null);
  const removedIndex = useRef<number | null>(null);

  function focusIndex(): boolean {
    const buttons = document.querySelectorAll<HTMLElement>(`[data-saved-flag=${flag}]`);
    const button = buttons[Math.min(removedIndex.current ?? 0, buttons.length - 1)];
    button?.focus();
    return button !== undefined;
  }

  const follow = useEffectEvent((count: number) => {
    if (removedIndex.current === null) return;
    if (count > 0) undoButton.current?.focus();
    else if (document.activeElement === document.body) focusIndex();
  });
  useEffect(() => follow(count), [count]);

  return {
    undoButton,
    remember: (index: number | null) => void (removedIndex.current = index),
    onToastKey: (event: KeyboardEvent) => {
      const isOn = event.key === "Tab" && !event.shiftKey && event.target === undoButton.current;
      if (isOn && focusIndex()) event.preventDefault();
    },
  };
}
