import { Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { ICON_BUTTON } from "../../ui/icon-button.tsx";

interface RowActionsProps {
  /** What the row is about, for those who hear the buttons alone. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  /** The row was edited until now: the focus comes back to where the editing began. */
  isFocused: boolean;
}

/** What can be done with a row of a table. */
export function RowActions({ name, onEdit, onDelete, isFocused }: RowActionsProps) {
  const edit = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isFocused) edit.current?.focus();
  }, [isFocused]);

  return (
    <div className="flex justify-end">
      <button
        ref={edit}
        type="button"
        aria-label={`${name}を編集`}
        title="編集"
        className={ICON_BUTTON}
        onClick={onEdit}
      >
        <Pencil aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        aria-label={`${name}を削除`}
        title="削除"
        className={`${ICON_BUTTON} hover:text-danger`}
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
    </div>
  );
}
