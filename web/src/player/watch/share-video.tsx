import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { Share2, X } from "lucide-react";
import { useState } from "react";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { spokenDuration } from "../../catalogue/videos/duration.ts";
import { IconButton } from "../../ui/icon-button.tsx";

interface ShareVideoProps {
  /** The path of the page, which shows nothing of the video to people without access. */
  path: string;
  title: string;
  /** The second that plays now. */
  secondNow: () => number;
}

const CHOICE = "flex min-h-target w-full items-center rounded-md px-3 text-left hover:bg-sunken";

/** Gives the video's link away, also one that starts at the present second. */
export default function ShareVideo({ path, title, secondNow }: ShareVideoProps) {
  const [second, setSecond] = useState(0);
  const [message, setMessage] = useState("");
  const link = window.location.origin + path;

  function copy(address: string, copied: string): void {
    setMessage("");
    // Insecure origins have no clipboard.
    Promise.resolve(navigator.clipboard)
      .then((clipboard) => clipboard.writeText(address))
      .then(
        () => setMessage(copied),
        () => setMessage(`コピーできませんでした。リンク：${address}`),
      );
  }

  function openSystemDialog(): void {
    // Also rejected when the member closes the system's dialog, which needs no message.
    navigator.share({ title, url: link }).catch(() => {});
  }

  return (
    <>
      <button
        type="button"
        popoverTarget="share"
        className="inline-flex min-h-target items-center gap-2 rounded-md px-2.5 font-bold sm:px-4 hover:bg-sunken"
      >
        <Share2 aria-hidden className="size-5" />
        共有
      </button>
      <div
        id="share"
        popover="auto"
        role="dialog"
        aria-labelledby="share-title"
        onBeforeToggle={() => {
          setSecond(Math.floor(secondNow()));
          setMessage("");
        }}
        className="m-auto w-80 max-w-[calc(100vw-2rem)] rounded-lg border bg-surface p-4 text-ink backdrop:bg-scrim/40"
      >
        <div className="mb-1 flex items-center justify-between pl-3">
          <h2 id="share-title" className="text-base">
            動画のリンクを共有
          </h2>
          <IconButton icon={X} label="閉じる" popoverTarget="share" popoverTargetAction="hide" />
        </div>
        {"share" in navigator && (
          <button type="button" className={CHOICE} onClick={openSystemDialog}>
            ほかのアプリで共有
          </button>
        )}
        <button type="button" className={CHOICE} onClick={() => copy(link, "リンクをコピーしました。")}>
          リンクをコピー
        </button>
        <button
          type="button"
          className={CHOICE}
          onClick={() => copy(`${link}?t=${second}`, `${spokenDuration(second)}からのリンクをコピーしました。`)}
        >
          この場面のリンクをコピー（
          <ClockTime seconds={second} text={formatClock(second)} />）
        </button>
        <p role="status" className="min-h-6 px-3 pt-2 wrap-anywhere text-muted">
          {message}
        </p>
      </div>
    </>
  );
}
