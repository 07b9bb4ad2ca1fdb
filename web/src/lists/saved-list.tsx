import type { UseQueryOptions } from "@tanstack/react-query";
import type { VideoCard } from "../api/answers.ts";
import type { ApiError } from "../api/calls.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { SavedFlag } from "../catalogue/saved/saved-flags.ts";
import { SavedIcons } from "../catalogue/saved/saved-icons.tsx";
import { ListLayout } from "../catalogue/list/list-layout.tsx";
import { SortSelect } from "../paging/sort-select.tsx";
import { Toast, ToastButton } from "./toast.tsx";
import { useRemoval } from "./use-removal.ts";
import { type Paged, useVideoList } from "../catalogue/list/use-video-list.ts";
import { VideoListView } from "../catalogue/list/video-list-view.tsx";

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
