import { type UseQueryOptions, useQueryClient } from "@tanstack/react-query";
import type { VideoCard } from "../api/answers.ts";
import type { ApiError } from "../api/calls.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { SavedFlag, CurrentList } from "../catalogue/saved/saved-flags.ts";
import { SavedIcons } from "../catalogue/saved/saved-icons.tsx";
import { ListLayout } from "../catalogue/list/list-layout.tsx";
import { SortSelect } from "../paging/address-select.tsx";
import { Toast, ToastButton } from "../ui/page/toast.tsx";
import { type Paged, useVideoList, type VideoList } from "../catalogue/list/use-video-list.ts";
import { VideoListView } from "../catalogue/list/video-list-view.tsx";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { setSaved } from "../catalogue/saved/set-saved.ts";

interface SavedListProps {
  flag: SavedFlag;
  title: string;
  /** The messages of an empty list and of a failure. */
  empty: string;
  failure: string;
  query: UseQueryOptions<Paged<VideoCard>, ApiError>;
}

/** A removed video leaves the list at once and can be restored. */
export function SavedList({ flag, title, empty, failure, query }: SavedListProps) {
  usePageTitle(title);
  const list = useVideoList(query, (video) => video[flag]);
  const { count, remove, restore, dismiss, undoButton, onToastKey } = useRemoval(flag, list);
  const slotsOf = (video: VideoCard) => ({ tools: <SavedIcons video={video} list={{ flag, remove }} /> });
  return (
    <ListLayout title={title} list={list} sort={!list.isEmpty && <SortSelect />}>
      <VideoListView
        list={list}
        failure={failure}
        empty={<EmptyState action={<ButtonLink to="/new-videos">新着動画を見る</ButtonLink>}>{empty}</EmptyState>}
        slots={slotsOf}
      />
      <Toast
        message={count === 0 ? null : `「${title}」から動画${count > 1 ? `${count}本` : ""}を外しました`}
        action={
          <ToastButton ref={undoButton} onClick={restore}>
            元に戻す
          </ToastButton>
        }
        onKeyDown={onToastKey}
        onClose={dismiss}
      />
    </ListLayout>
  );
}

/** Removes cards from the shown list, and restores them while the toast offers it. */
function useRemoval(flag: SavedFlag, list: VideoList) {
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
