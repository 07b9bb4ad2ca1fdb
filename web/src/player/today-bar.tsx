import { ArrowRight, X } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { PlayerEvent } from "./player.ts";
import { useCountdown } from "../ui/page/use-countdown.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { lengthOf } from "../lists/today/choose-plan.ts";
import { pathOf, readSession, storeSession, type TodaySession } from "../lists/today/session.ts";

/** Seconds. A longer step between two reports of the player is a jump. */
const JUMP = 3;

export interface TodayBarHandle {
  handle(event: PlayerEvent): void;
}

interface TodayBarProps {
  videoId: number;
  onPause: () => void;
  ref: Ref<TodayBarHandle>;
}

/** The pressed button leaves with its item; the next item takes the focus. */
let isFocusWanted = false;

/** Leads through the items of a session under the player. It is empty if the address belongs to no session of this tab. */
export default function TodayBar({ videoId, onPause, ref }: TodayBarProps) {
  const [search] = useSearchParams();
  const [stored] = useState(readSession);
  const index = Number(search.get("today")) - 1;
  if (!stored || stored.isDone || stored.items[index]?.video.id !== videoId) return null;
  return <Bar key={index} ref={ref} first={{ ...stored, index }} onPause={onPause} />;
}

function Bar({ first, onPause, ref }: { first: TodaySession; onPause: () => void; ref: Ref<TodayBarHandle> }) {
  const navigate = useNavigate();
  const { items, index } = first;
  const item = items[index];
  const next = items[index + 1];
  const [from, to] = [item?.from ?? 0, item?.to ?? 0];
  /** Nothing stands between this item and the next, so the video plays on. */
  const isContinued = next?.video.id === item?.video.id && next?.from === to;
  const section = useRef<HTMLElement>(null);
  const last = useRef<number | null>(null);
  const watched = useRef(0);
  const [minutesLeft, setMinutesLeft] = useState(() => Math.ceil(lengthOf(items.slice(index)) / 60));
  /** A countdown leads on. */
  const [isOver, setOver] = useState(false);

  function save(change: Partial<TodaySession> = {}): void {
    // The storage holds the seconds of the other items.
    const before = readSession() ?? first;
    const all = before.watched.map((seconds, other) => (other === index ? seconds + watched.current : seconds));
    watched.current = 0;
    storeSession({ ...before, index, watched: all, ...change });
  }

  function finish(): void {
    if (isOver) return;
    save();
    setOver(true);
  }

  function end(): void {
    save({ isDone: true });
    void navigate("/today");
  }

  function goOn(): void {
    if (!next) return end();
    save({ index: index + 1 });
    isFocusWanted = section.current?.contains(document.activeElement) ?? false;
    void navigate(pathOf({ ...first, index: index + 1 }, !isContinued), { replace: true });
  }

  function move(seconds: number): void {
    const before = last.current;
    last.current = seconds;
    setMinutesLeft(Math.ceil((to - Math.min(to, Math.max(from, seconds)) + lengthOf(items.slice(index + 1))) / 60));
    if (before === null) return;
    const step = seconds - before;
    if (step > 0 && step < JUMP) watched.current += step;
    if (watched.current > JUMP) save();
    // The end of the whole video is told by the player.
    if (before < to && seconds >= to && to < (item?.video.duration ?? Infinity)) {
      if (isContinued) return goOn();
      onPause();
      finish();
    }
  }

  useImperativeHandle(ref, () => ({
    handle(event) {
      if (event.type === "time") move(event.seconds);
      if (event.type === "ended") finish();
      // The member goes on watching.
      if (event.type === "playing") setOver(false);
    },
  }));

  useEffect(() => {
    if (isFocusWanted) section.current?.focus();
    isFocusWanted = false;
  }, []);

  return (
    // The page does not move when the bar leaves it.
    <div className="min-h-14">
      <section
        ref={section}
        tabIndex={-1}
        aria-label="今日の学習"
        className={classNames(
          "flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1",
          // Also where the picture fills the window, as on a phone held sideways.
          isOver
            ? "fixed inset-x-0 bottom-0 z-20 border-t border-signal bg-signal-soft"
            : "rounded-lg border bg-surface",
        )}
      >
        <p className="phrase flex min-w-0 flex-1 basis-24 flex-wrap gap-x-4">
          <span className="font-bold">
            <span className="sr-only">今日の学習 </span>
            {items.length}件中{index + 1}件目
          </span>
          <span>{minutesLeft > 1 ? `残り${minutesLeft}分` : "残り1分以内"}</span>
          <span role="status" className="min-w-0 wrap-anywhere empty:hidden">
            {isOver && (next ? `次は「${next.chapter ?? next.video.title}」です。` : "最後の動画を再生しました。")}
          </span>
          {isOver && <Countdown onEnd={goOn}>{next ? "進みます" : "今日の学習を終了します"}</Countdown>}
        </p>
        <div className="flex flex-wrap gap-1">
          {isOver && (
            <Button look="quiet" className="px-3!" onClick={() => setOver(false)}>
              この動画にとどまる
            </Button>
          )}
          {next && (
            <Button look={isOver ? "primary" : "quiet"} className="px-3!" onClick={goOn}>
              次へ
              <ArrowRight aria-hidden className="size-5" />
            </Button>
          )}
          <Button look="quiet" className="px-3!" onClick={end}>
            <X aria-hidden className="size-5" />
            終了
          </Button>
        </div>
      </section>
    </div>
  );
}

function Countdown({ onEnd, children }: { onEnd: () => void; children: string }) {
  return (
    <span aria-hidden>
      {useCountdown(onEnd)}秒後に{children}
    </span>
  );
}
