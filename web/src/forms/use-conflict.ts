import { useState } from "react";
import { currentOf } from "./conflict.ts";

/** An editor's part in who saves first: which revision its form began from, and what somebody else has saved since. */
export function useConflict<T extends { revision: number }>(from: number | undefined) {
  const [revision, setRevision] = useState(from);
  const [theirs, setTheirs] = useState<T | null>(null);
  return {
    revision,
    /** The record as somebody else has left it; null: nobody was quicker. */
    theirs,
    /** Another attempt begins. */
    clear: () => setTheirs(null),
    /** @returns whether that is why saving failed */
    meet: (error: Error): boolean => {
      const current = currentOf(error) as T | null;
      if (current !== null) setTheirs(current);
      return current !== null;
    },
    /** The form goes on from what they have saved. */
    take: (current: T) => {
      setRevision(current.revision);
      setTheirs(null);
    },
  };
}
