import { useSearchParams } from "react-router";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import type { HistoryCard } from "../../api/answers.ts";
import { ListLayout } from "../../catalogue/list/list-layout.tsx";
import { historyQuery } from "../../catalogue/list/list-queries.ts";
import { SortSelect } from "../../paging/address-select.tsx";
import { Toast } from "../../ui/page/toast.tsx";
import { useVideoList } from "../../catalogue/list/use-video-list.ts";
import { VideoListView } from "../../catalogue/list/video-list-view.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PublishedDate } from "../../catalogue/videos/published-date.tsx";
import type { CardSlots } from "../../catalogue/videos/video-card.tsx";
import { HistoryActions } from "./history-actions.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useDeletion } from "./use-deletion.ts";
import { useSelection } from "./use-selection.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { useId } from "react";
import { Phrases } from "../../catalogue/phrases.tsx";

const TITLE = "視聴履歴";

export default function WatchHistoryPage() {
  usePageTitle(TITLE);
  const [search] = useSearchParams();
  const list = useVideoList(historyQuery(search));
  const selection = useSelection(search.toString());
  const deletion = useDeletion(selection.stop);
  const { ids } = selection;

  function slotsOf(video: HistoryCard): CardSlots {
    const { id, watched_at } = video;
    return {
      date: !Number.isNaN(Date.parse(watched_at)) && (
        <>
          <PublishedDate instant={watched_at} format="short" />
          に視聴
        </>
      ),
      ...(ids && {
        heading: <SelectableTitle video={video} isSelected={ids.includes(id)} onToggle={() => selection.toggle(id)} />,
        tools: null,
      }),
    };
  }

  return (
    <ListLayout
      title={TITLE}
      list={list}
      sort={!list.isEmpty && <SortSelect />}
      actions={
        list.videos.length > 0 && (
          <HistoryActions
            isSelecting={ids !== null}
            onSelect={selection.start}
            onDeleteAll={() => deletion.ask("all")}
          />
        )
      }
    >
      {ids && list.videos.length > 0 && (
        <SelectionBar
          selection={{ ...selection, ids }}
          all={list.isOtherPage ? [] : list.videos.map(({ id }) => id)}
          label="選択した視聴履歴"
          action={{ look: "danger", onClick: () => deletion.ask(ids), children: "選択した履歴を削除" }}
        />
      )}
      <VideoListView
        list={list}
        failure="視聴履歴を読み込めませんでした。"
        empty={
          <EmptyState action={<ButtonLink to="/new-videos">新着動画を見る</ButtonLink>}>
            視聴履歴はありません。見始めた動画が、ここに並びます。
          </EmptyState>
        }
        slots={slotsOf}
      />
      <DeletionDialog deletion={deletion} count={list.count} />
      <Toast message={deletion.message} onClose={deletion.forgetMessage} />
    </ListLayout>
  );
}

interface DeletionDialogProps {
  deletion: ReturnType<typeof useDeletion>;
  count: number;
}

/** Confirms the deletion and names its consequences. */
function DeletionDialog({ deletion, count }: DeletionDialogProps) {
  const { asked, close, confirm, isPending, isError } = deletion;
  if (asked === null) return null;
  const isAll = asked === "all";
  const amount = isAll ? count : asked.length;
  return (
    <ConfirmDialog
      title={isAll ? "視聴履歴をすべて削除しますか？" : "選択した視聴履歴を削除しますか？"}
      confirmLabel={`${amount}件を削除`}
      isBusy={isPending}
      error={
        isError ? (isAll ? "視聴履歴の削除に失敗しました。" : "選択した視聴履歴の削除に失敗しました。") : undefined
      }
      onConfirm={confirm}
      onClose={close}
    >
      {isAll ? `${amount}件すべての` : `${amount}件の`}
      視聴履歴を削除します。途中まで見た位置も消え、元に戻すことはできません。
    </ConfirmDialog>
  );
}

interface SelectableTitleProps {
  video: Pick<HistoryCard, "title" | "title_breaks">;
  isSelected: boolean;
  onToggle: () => void;
}

/** During a selection the card is the checkbox's label instead of a link. */
function SelectableTitle({ video, isSelected, onToggle }: SelectableTitleProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex gap-2.5 after:absolute after:-inset-1.5 after:rounded-lg after:outline-primary has-checked:after:outline-3 has-focus-visible:after:outline-3"
    >
      <input
        id={id}
        type="checkbox"
        checked={isSelected}
        onChange={onToggle}
        className="relative z-1 mt-0.5 size-5 shrink-0"
      />
      <span className="line-clamp-2">
        <Phrases text={video.title} breaks={video.title_breaks} />
      </span>
    </label>
  );
}
