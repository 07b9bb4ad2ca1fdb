import { Keyboard } from "lucide-react";
import type { ShortcutChoice } from "./shortcut-choice.ts";

const KEYS = [
  ["スペース / K", "再生・一時停止"],
  ["← / →", "5秒戻る・進む"],
  ["J / L", "10秒戻る・進む"],
  ["0〜9", "全体の0〜90%の位置へ"],
  ["C", "チャプターを選ぶ"],
  ["E", "メモを書く"],
] as const;

/** Lists the shortcuts and turns them off. Hidden on touch screens. */
export default function ShortcutHelp({ isOn, choose }: ShortcutChoice) {
  return (
    <>
      <button
        type="button"
        popoverTarget="shortcuts"
        className="inline-flex min-h-target items-center gap-2 rounded-md px-4 text-muted hover:bg-sunken pointer-coarse:hidden"
      >
        <Keyboard aria-hidden className="size-5" />
        キー操作
      </button>
      <div
        id="shortcuts"
        popover="auto"
        className="m-auto w-80 rounded-lg border bg-surface p-5 text-ink backdrop:bg-scrim/40"
      >
        <h2 className="text-base">キー操作</h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
          {KEYS.map(([keys, effect]) => (
            <div key={keys} className="contents">
              <dt className="font-bold">{keys}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-3 flex min-h-target cursor-pointer items-center gap-3">
          <input type="checkbox" className="size-5" checked={isOn} onChange={({ target }) => choose(target.checked)} />
          キー操作を使う
        </label>
      </div>
    </>
  );
}
