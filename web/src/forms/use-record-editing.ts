import { useState } from "react";

interface Named {
  id: number;
  name: string;
}

/** Which row of a table is being edited or about to be deleted, and what has just been done. */
export function useRecordEditing<T extends Named>() {
  const [editing, setEditing] = useState<T | null>(null);
  const [deleting, setDeleting] = useState<T | null>(null);
  const [done, setDone] = useState<string | null>(null);
  /** The row whose editing has just ended. */
  const [left, setLeft] = useState<number | null>(null);
  /** A row has just been deleted, and the focus with it. */
  const [hasDeleted, setDeleted] = useState(false);

  function say(message: string | null): void {
    setDone(message);
    setDeleted(false);
  }

  return {
    editing,
    deleting,
    done,
    left,
    hasDeleted,
    edit: (record: T) => {
      say(null);
      setEditing(record);
    },
    askToDelete: (record: T) => {
      say(null);
      setDeleting(record);
    },
    /** Back to looking, or from a deletion to what is being edited; `message` says what was done, if anything. */
    leave: (message: string | null = null) => {
      setLeft(deleting === null ? (editing?.id ?? null) : null);
      if (deleting === null) setEditing(null);
      setDeleting(null);
      setDone(message);
      setDeleted(deleting !== null && message !== null);
    },
    begin: () => say(null),
    say,
  };
}

/** The rows, with the one that is being edited though somebody else has deleted it: nothing typed is lost. */
export function withEdited<T extends Named>(rows: readonly T[], editing: T | null): readonly T[] {
  return editing === null || rows.some(({ id }) => id === editing.id) ? rows : [editing, ...rows];
}
