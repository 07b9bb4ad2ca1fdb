import { Eye, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { takeFocus } from "./use-edited-row.ts";
import { ICON_BUTTON } from "../../ui/icon-button.tsx";

interface RowActionsProps {
  /** Names the row for screen readers. */
  name: string;
  /** The members' screen of the row, if they see it. */
  see?: string | false;
  onEdit: () => void;
  onDelete: () => void;
  /** The row was edited until now, and its edit button gets the focus back. */
  isFocused: boolean;
}

export function RowActions({ name, see, onEdit, onDelete, isFocused }: RowActionsProps) {
  return (
    <div className="flex justify-end">
      {see && <SeeLink to={see} name={name} />}
      <button
        ref={isFocused ? takeFocus : null}
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

interface SeeLinkProps {
  to: string;
  /** Names the row for screen readers. */
  name: string;
}

/** Leads from a row to what members see. */
export function SeeLink({ to, name }: SeeLinkProps) {
  return (
    <Link to={to} aria-label={`${name}を見る`} title="見る" className={ICON_BUTTON}>
      <Eye aria-hidden className="size-5" />
    </Link>
  );
}
