import { useId } from "react";
import type { HistoryCard } from "../../api/answers.ts";
import { Phrases } from "../../catalogue/phrases.tsx";

interface SelectableTitleProps {
  video: Pick<HistoryCard, "title" | "title_breaks">;
  isSelected: boolean;
  onToggle: () => void;
}

/** During a selection the card is the checkbox's label instead of a link. */
export function SelectableTitle({ video, isSelected, onToggle }: SelectableTitleProps) {
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
