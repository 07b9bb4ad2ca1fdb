import { X } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { forgetAllSearches, forgetSearch } from "./recent-searches.ts";

interface ForgetButtonsProps {
  /** The lines beside which the buttons stand. */
  searches: string[];
  onForget: () => void;
}

/** Removes recent searches. The lines of a listbox hold no buttons, so these stand over it, in the same order. */
export function ForgetButtons({ searches, onForget }: ForgetButtonsProps) {
  function forget(remove: () => void) {
    remove();
    onForget();
  }
  return (
    <div className="absolute top-2 right-2 grid justify-items-end">
      <button
        type="button"
        aria-label="最近の検索をすべて消す"
        className="flex h-11 items-center rounded-md px-3 text-xs text-primary hover:underline"
        onClick={() => forget(forgetAllSearches)}
      >
        すべて消す
      </button>
      {searches.map((q) => (
        <IconButton key={q} icon={X} label={`「${q}」を消す`} onClick={() => forget(() => forgetSearch(q))} />
      ))}
    </div>
  );
}
