import { Keyboard, X } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { SHORTCUT_LIST, type ShortcutChoice } from "./shortcut-choice.ts";

/** A key works everywhere, with our own controls, or on the page of a member's video. */
type Scope = "all" | "file" | "member";

const KEYS: readonly (readonly [keys: string, effect: string, scope: Scope])[] = [
  ["スペース／K", "再生・一時停止", "all"],
  ["←／→", "5秒戻る・進む", "all"],
  ["J／L", "10秒戻る・進む", "all"],
  ["0〜9", "全体の0〜90%の位置へ", "all"],
  ["↑／↓", "音量（プレーヤー内で）", "all"],
  ["M", "ミュート", "all"],
  ["<／>", "再生速度", "all"],
  ["C", "字幕", "file"],
  ["T", "シアターモード", "all"],
  ["F", "全画面表示", "file"],
  ["H", "チャプターを選ぶ", "all"],
  ["N／P", "次・前のレッスン", "member"],
  ["E", "メモを書く", "member"],
  ["Q", "質問する", "member"],
  ["/", "動画を検索", "member"],
  ["?", "この一覧を開く", "all"],
];

interface ShortcutHelpProps extends ShortcutChoice {
  hasOwnControls: boolean;
  isMember: boolean;
}

/** Lists the shortcuts and turns them off. Its button is hidden on touch screens. */
export default function ShortcutHelp({ isOn, choose, hasOwnControls, isMember }: ShortcutHelpProps) {
  const works = { all: true, file: hasOwnControls, member: isMember };
  return (
    <>
      <button
        type="button"
        popoverTarget={SHORTCUT_LIST}
        className="inline-flex min-h-target items-center gap-2 rounded-md px-4 text-muted hover:bg-sunken pointer-coarse:hidden"
      >
        <Keyboard aria-hidden className="size-5" />
        キー操作
      </button>
      <div
        id={SHORTCUT_LIST}
        popover="auto"
        role="dialog"
        aria-labelledby="shortcuts-title"
        tabIndex={-1}
        onToggle={({ newState, currentTarget }) => newState === "open" && currentTarget.focus()}
        className="m-auto max-h-dvh w-80 overflow-y-auto rounded-lg border bg-surface p-5 text-ink backdrop:bg-scrim/40"
      >
        <div className="-mt-2 -mr-2 flex items-center justify-between">
          <h2 id="shortcuts-title" className="text-base">
            キー操作
          </h2>
          <IconButton icon={X} label="閉じる" popoverTarget={SHORTCUT_LIST} popoverTargetAction="hide" />
        </div>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
          {KEYS.filter(([, , scope]) => works[scope]).map(([keys, effect]) => (
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
