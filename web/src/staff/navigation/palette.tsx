import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Listbox, useCombobox } from "../../forms/combobox.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { type Target, useTargets } from "./use-targets.ts";

/** Leads to any screen, video or member by keyboard. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const { groups, isSearching, includesMembers } = useTargets(typed);
  const targets = groups.flatMap((group) => group.options);
  const combobox = useCombobox({
    id: "targets",
    options: targets,
    first: 0,
    onPick: ({ to }) => {
      onClose();
      void navigate(to);
    },
  });
  const { id, active } = combobox;

  return (
    <Dialog title={includesMembers ? "画面・動画・会員を探す" : "画面・動画を探す"} onClose={onClose}>
      <input
        role="combobox"
        aria-label="移動先"
        aria-expanded={targets.length > 0}
        aria-controls={id}
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
          combobox.choose(0);
        }}
        onKeyDown={({ nativeEvent }) => combobox.handleKey(nativeEvent)}
        className="min-h-target w-full rounded-md border border-control-border bg-surface px-3 py-2 text-base text-ink"
      />
      <p role="status" className="sr-only">
        {isSearching ? "検索しています" : `候補は${targets.length}件です`}
      </p>
      {/* As high with few results as with many, so that no line moves under the pointer. */}
      <div className="-mx-2 h-[min(22rem,100dvh-16rem)] overflow-y-auto overscroll-contain">
        <Listbox
          combobox={combobox}
          label="候補"
          groups={groups}
          isBusy={isSearching}
          headingClass={() => "pt-2"}
          renderLine={Line}
        />
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

const Line = ({ label, note }: Target) => (
  <span className="grid min-w-0 flex-1 sm:flex sm:items-center sm:justify-between sm:gap-3">
    <span className="phrase line-clamp-2">{label}</span>
    {note && <span className="truncate text-xs text-muted sm:max-w-2/5 sm:shrink-0">{note}</span>}
  </span>
);
