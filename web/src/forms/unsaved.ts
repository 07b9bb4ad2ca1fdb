import { useEffect } from "react";

/** What is typed and not saved, by the part of the screen that holds it. */
const unsaved = new Set<string>();

export const hasUnsaved = (part?: string): boolean =>
  part === undefined ? unsaved.size > 0 : unsaved.has(part);

/** For a record that was deleted: nothing typed into it can be saved any more. */
export const discardUnsaved = (): void => unsaved.clear();

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Marks a part of the screen as holding what is typed and not saved; the browser asks before it throws that away. */
export function useUnsaved(part: string, isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.add(part);
    window.addEventListener("beforeunload", warn);
    return () => {
      unsaved.delete(part);
      if (unsaved.size === 0) window.removeEventListener("beforeunload", warn);
    };
  }, [part, isUnsaved]);
}
