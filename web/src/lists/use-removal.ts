import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Kept, OwnList } from "./saved/saved-flags.ts";
import { setSaved } from "./saved/set-saved.ts";
import type { VideoList } from "./use-video-list.ts";

/** Takes cards out of the list that they are shown in, and puts them back as long as that is offered. */
export function useRemoval(kept: Kept, list: VideoList) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const underway = useRef<Promise<unknown>>(Promise.resolve());
  const { remember, undoButton, onToastKey } = useFocusAfterRemoval(kept, removed.length);

  const remove: OwnList["remove"] = (video, { byKeyboard }) => {
    remember(byKeyboard ? list.videos.findIndex(({ id }) => id === video.id) : null);
    setRemoved((ids) => [...ids.filter((id) => id !== video.id), video.id]);
    const outcome = setSaved(client, kept, video.id, false).then((isStillKept) => {
      if (isStillKept) setRemoved((ids) => ids.filter((id) => id !== video.id));
    });
    underway.current = Promise.all([underway.current, outcome]);
  };

  /** Where they were; where the list was fetched anew meanwhile, where the server now has them. */
  async function putBack(): Promise<void> {
    await Promise.all(removed.map((id) => setSaved(client, kept, id, true)));
    setRemoved([]);
  }

  /** It is no longer offered: what follows moves up. */
  async function settle(): Promise<void> {
    setRemoved([]);
    // Asked for earlier, the list would still hold what is being taken out.
    await underway.current;
    list.refetch();
  }

  return {
    count: removed.length,
    remove,
    putBack: () => void putBack(),
    settle: () => void settle(),
    undoButton,
    onToastKey,
  };
}

/**
 * Whoever takes cards out by keyboard is led to the way to undo it, and from there back to where the card was; the
 * focus would be lost with the card.
 */
function useFocusAfterRemoval(kept: Kept, count: number) {
  const undoButton = useRef<HTMLButtonElement>(null);
  const place = useRef<number | null>(null);

  function toPlace(): boolean {
    const buttons = document.querySelectorAll<HTMLElement>(`[data-kept=${kept}]`);
    const button = buttons[Math.min(place.current ?? 0, buttons.length - 1)];
    button?.focus();
    return button !== undefined;
  }

  const follow = useEffectEvent((count: number) => {
    if (place.current === null) return;
    if (count > 0) undoButton.current?.focus();
    else if (document.activeElement === document.body) toPlace();
  });
  useEffect(() => follow(count), [count]);

  return {
    undoButton,
    remember: (index: number | null) => void (place.current = index),
    onToastKey: (event: KeyboardEvent) => {
      const isOn = event.key === "Tab" && !event.shiftKey && event.target === undoButton.current;
      if (isOn && toPlace()) event.preventDefault();
    },
  };
}
