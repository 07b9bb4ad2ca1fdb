import { Eye, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { takeFocus } from "../../ui/page/take-focus.ts";
import { ICON_BUTTON, IconButton } from "../../ui/icon-button.tsx";

interface RowActionsProps {
  /** Names the row for screen readers. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  /** The row was edited until now, and its edit button gets the focus back. */
  isFocused: boolean;
}

export function RowActions({ name, onEdit, onDelete, isFocused }: RowActionsProps) {
  return (
    <div className="flex justify-end">
      <IconButton
        ref={isFocused ? takeFocus : null}
        icon={Pencil}
        label={`${name}を編集`}
        title="編集"
        onClick={onEdit}
      />
      <IconButton icon={Trash2} label={`${name}を削除`} title="削除" className="hover:text-danger" onClick={onDelete} />
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
