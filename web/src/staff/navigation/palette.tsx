import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { type Target, useTargets } from "./use-targets.ts";

/**
 * Leads to any screen, video or member by keyboard: the combobox pattern of the ARIA practices. The focus stays in the
 * field, and `aria-activedescendant` names the chosen line.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { groups, isSearching, includesMembers } = useTargets(typed);
  const targets = groups.flatMap((group) => group.targets);
  const active = Math.min(chosen, targets.length - 1);

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  function go({ to }: Target): void {
    onClose();
    void navigate(to);
  }

  function handleKey(event: KeyboardEvent): void {
    // Enter that confirms kanji never goes anywhere.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = targets[active];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setChosen((active + step + targets.length) % targets.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (target) go(target);
    }
  }

  let index = -1;
  return (
    <Dialog title={includesMembers ? "画面・動画・会員を探す" : "画面・動画を探す"} onClose={onClose}>
      <input
        role="combobox"
        aria-label="移動先"
        aria-expanded={targets.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        placeholder={includesMembers ? "画面、動画のタイトル、会員の名前" : "画面、動画のタイトル"}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={handleKey}
        className="min-h-target w-full rounded-md border border-control-border bg-surface px-3 py-2 text-base text-ink"
      />
      <p role="status" className="sr-only">
        {isSearching ? "検索しています" : `候補は${targets.length}件です`}
      </p>
      {/* As high with few results as with many, so that no line moves under the pointer. */}
      <div className="-mx-2 h-[min(22rem,100dvh-16rem)] overflow-y-auto overscroll-contain" ref={list}>
        <div id={`${id}-list`} role="listbox" aria-label="候補" aria-busy={isSearching}>
          {groups.map(({ name, targets: found, hasFailed }) => (
            <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
              <p id={`${id}-${name}`} className="px-2 pt-2 text-xs text-muted">
                {name}
              </p>
              {hasFailed && <p className="px-2 py-2 text-danger">{name}を検索できませんでした。</p>}
              {found.map((target) => {
                const position = ++index;
                return (
                  <Option
                    key={target.to}
                    id={`${id}-${position}`}
                    target={target}
                    isActive={position === active}
                    onPick={() => go(target)}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {targets.length === 0 && !isSearching && <p className="px-2 py-3 text-muted">該当するものはありません</p>}
      </div>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          閉じる
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  target: Target;
  isActive: boolean;
  onPick: () => void;
}

function Option({ id, target: { label, note, icon: Icon }, isActive, onPick }: OptionProps) {
  return (
    // The field keeps the focus and handles the keys.
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={classNames(
        "flex min-h-target w-full items-center gap-3 rounded-md px-2 py-1.5 text-left",
        isActive ? "bg-primary-soft text-primary" : "hover:bg-sunken",
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="grid min-w-0 flex-1 sm:flex sm:items-center sm:justify-between sm:gap-3">
        <span className="phrase line-clamp-2">{label}</span>
        {note && <span className="truncate text-xs text-muted sm:max-w-2/5 sm:shrink-0">{note}</span>}
      </span>
    </button>
  );
}
