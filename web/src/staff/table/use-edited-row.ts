import { useState } from "react";

/** The state of a list whose rows are edited in place, with the message about the last change. */
export function useEditedRow<T extends { id: number }>() {
  const [editing, setEditing] = useState<T | null>(null);
  const [deleting, setDeleting] = useState<T | null>(null);
  const [done, setDone] = useState<string | null>(null);
  /** The row that was edited until now; its button gets the focus back. */
  const [left, setLeft] = useState<number | null>(null);
  /** The focus disappeared with a deleted row. */
  const [hasDeleted, setDeleted] = useState(false);

  function report(message: string | null): void {
    setDone(message);
    setDeleted(false);
  }

  return {
    editing,
    deleting,
    done,
    left,
    hasDeleted,
    report,
    edit: (record: T) => {
      report(null);
      setEditing(record);
    },
    askToDelete: (record: T) => {
      report(null);
      setDeleting(record);
    },
    stopEditing: (message: string | null = null) => {
      setLeft(editing?.id ?? null);
      setEditing(null);
      report(message);
    },
    closeDialog: (message: string | null = null) => {
      setLeft(null);
      setDeleting(null);
      setDone(message);
      setDeleted(message !== null);
    },
  };
}

/** The rows with the edited one as it was opened: it stays in place although another editor renamed or deleted it. */
export function withEdited<T extends { id: number }>(rows: readonly T[], editing: T | null): readonly T[] {
  if (editing === null) return rows;
  const index = rows.findIndex(({ id }) => id === editing.id);
  return index < 0 ? [editing, ...rows] : rows.with(index, editing);
}
