import type { TodayCandidate } from "@manabiya/contract/lists/today.ts";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { ArrowDown, ArrowUp, Play, Shuffle, X } from "lucide-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { Thumbnail } from "../../catalogue/videos/thumbnail.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { chooseOther, choosePlan, joinChapters, lengthOf, type PlanItem } from "./choose-plan.ts";
import { lengthText } from "./minutes.ts";
import { pathOf, storeSession } from "./session.ts";

const REASONS: Record<TodayCandidate["reason"], string> = {
  resume: "続きから",
  watch_later: "後で見る",
  favorites: "お気に入り",
  playlist: "再生リストの次",
  newcomer: "はじめての方へ",
  new: "新着",
};

interface PlanEditorProps {
  candidates: readonly TodayCandidate[];
  minutes: number;
}

/** The chosen items, which the member drops, swaps and reorders before they start. */
export function PlanEditor({ candidates, minutes }: PlanEditorProps) {
  const navigate = useNavigate();
  const budget = minutes * 60;
  const [items, setItems] = useState(() => choosePlan(candidates, budget));
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const [message, setMessage] = useState("");
  const [isArranging, setArranging] = useState(false);
  const total = useRef<HTMLParagraphElement>(null);

  function change(next: readonly PlanItem[], done: string): void {
    setItems([...next]);
    setMessage(`${done}合計${lengthText(lengthOf(next))}です。`);
  }

  function drop(index: number): void {
    change(items.toSpliced(index, 1), "外しました。");
    // The pressed button is gone.
    total.current?.focus();
  }

  function move(index: number, by: -1 | 1): void {
    const item = items[index];
    const target = index + by;
    if (!item || target < 0 || target >= items.length) return;
    change(items.toSpliced(index, 1).toSpliced(target, 0, item), `${target + 1}番目に移しました。`);
  }

  function swap(index: number): void {
    const other = chooseOther(candidates, { plan: items, index, refused, budget });
    const item = items[index];
    if (!item || other.length === 0) return setMessage("ほかに、この長さに合う動画はありません。");
    setRefused(new Set([...refused, item.video.id]));
    change(items.toSpliced(index, 1, ...other), "別の動画にしました。");
  }

  const shown = isArranging ? items : joinChapters(items);
  const isSameVideo = (index: number) => shown[index]?.video.id === shown[index - 1]?.video.id;

  function start(): void {
    const session = { minutes, items, index: 0, watched: items.map(() => 0), isDone: false };
    storeSession(session);
    void navigate(pathOf(session));
  }

  function chooseAgain(): void {
    setRefused(new Set());
    change(choosePlan(candidates, budget), "選び直しました。");
  }

  return (
    <div className="grid gap-4">
      <p ref={total} tabIndex={-1} className="text-muted">
        合計{lengthText(lengthOf(items))}（{minutes}分まで）
      </p>
      <p role="status" className="phrase text-muted empty:hidden">
        {message}
      </p>
      {items.length === 0 ? (
        <EmptyState
          action={
            <Button look="secondary" onClick={chooseAgain}>
              もう一度選ぶ
            </Button>
          }
        >
          {message === "" ? "この時間に収まる動画がありません。長めの時間もお試しください。" : "すべて外しました。"}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap gap-3">
            <Button onClick={start}>
              <Play aria-hidden className="size-5 fill-current" />
              始める
            </Button>
            <Button look="quiet" aria-pressed={isArranging} onClick={() => setArranging(!isArranging)}>
              変更する
            </Button>
            {message !== "" && (
              <Button look="secondary" onClick={chooseAgain}>
                選び直す
              </Button>
            )}
          </div>
          <ol aria-label="今回見る動画" className="border-t">
            {shown.map((item, index) => (
              <li
                key={`${item.video.id}-${item.from}`}
                className="flex flex-wrap items-center gap-x-4 border-b py-2 last:border-b-0"
              >
                <div className="w-24 overflow-hidden rounded-md max-sm:hidden">
                  {!isSameVideo(index) && <Thumbnail video={item.video} sizes="6rem" />}
                </div>
                <Item
                  item={item}
                  hasTitle={!isSameVideo(index)}
                  hasReason={reasonOf(item) !== reasonOf(shown[index - 1])}
                />
                {isArranging && (
                  <div className="-ml-3 flex flex-wrap sm:m-0">
                    <IconButton
                      icon={ArrowUp}
                      label={`${nameOf(item)}を上へ`}
                      aria-disabled={index === 0 || undefined}
                      onClick={() => move(index, -1)}
                      className="aria-disabled:opacity-40"
                    />
                    <IconButton
                      icon={ArrowDown}
                      label={`${nameOf(item)}を下へ`}
                      aria-disabled={index === items.length - 1 || undefined}
                      onClick={() => move(index, 1)}
                      className="aria-disabled:opacity-40"
                    />
                    <IconButton icon={Shuffle} label={`${nameOf(item)}を別の動画にする`} onClick={() => swap(index)} />
                    <IconButton icon={X} label={`${nameOf(item)}を外す`} onClick={() => drop(index)} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const reasonOf = (item?: PlanItem) => item && REASONS[item.reason] + (item.playlist ?? "");

const nameOf = ({ video, chapter }: PlanItem) => `「${chapter ?? video.title}」`;

function Item({ item, hasTitle, hasReason }: { item: PlanItem; hasTitle: boolean; hasReason: boolean }) {
  const { video, chapter, from, to, reason, playlist, isPart } = item;
  return (
    <div className="grid flex-1 basis-48 content-start gap-0.5">
      {hasReason && (
        <p className="flex flex-wrap items-center gap-x-3 text-xs">
          <span className="rounded-sm bg-primary-soft px-2 font-bold text-primary">{REASONS[reason]}</span>
          {playlist !== null && <span className="text-muted">{playlist}</span>}
        </p>
      )}
      <p className="wrap-anywhere font-bold">{chapter ?? video.title}</p>
      {chapter !== null && hasTitle && <p className="text-xs wrap-anywhere text-muted">{video.title}</p>}
      <p className="text-xs text-muted">
        {lengthText(to - from)}（<ClockTime seconds={from} text={formatClock(from)} />
        から
        <ClockTime seconds={to} text={formatClock(to)} />
        まで{isPart && "、続きは次回"}）
      </p>
    </div>
  );
}
