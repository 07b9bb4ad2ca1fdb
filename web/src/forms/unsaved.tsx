import { useEffect, useState, type ReactNode } from "react";
import { useBlocker, type Location } from "react-router";
import { ConfirmDialog } from "../ui/dialog.tsx";

/** The parts of the screen that hold unsaved text. */
const unsaved = new Set<string>();

const hasUnsaved = (part?: string): boolean => (part === undefined ? unsaved.size > 0 : unsaved.has(part));

/** Text typed into a deleted record cannot be saved any more. */
export const discardUnsaved = (): void => unsaved.clear();

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Marks a part of the screen as unsaved. The browser then asks before it closes the page. */
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

const videoOf = ({ search }: Location) => new URLSearchParams(search).get("video");

/** Asks before navigation discards unsaved text. The router accepts only one blocker per screen. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      hasUnsaved() && (from.pathname !== to.pathname || videoOf(from) !== videoOf(to)),
  );
  if (blocker.state !== "blocked") return null;
  return <UnsavedDialog onStay={() => blocker.reset()} onDiscard={() => blocker.proceed()} />;
}

/** Guards one part of the screen, such as a row. The caller renders `dialog`. */
export function useUnsavedPart(part: string): { leave: (go: () => void) => void; dialog: ReactNode } {
  const [pending, setPending] = useState<{ go: () => void } | null>(null);
  return {
    leave: (go) => (hasUnsaved(part) ? setPending({ go }) : go()),
    dialog: pending && (
      <UnsavedDialog
        onStay={() => setPending(null)}
        onDiscard={() => {
          setPending(null);
          pending.go();
        }}
      />
    ),
  };
}

function UnsavedDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      title="保存していない変更があります"
      confirmLabel="破棄して進む"
      closeLabel="編集に戻る"
      onConfirm={onDiscard}
      onClose={onStay}
      isBusy={false}
    >
      このまま進むと、入力した内容は失われます。
    </ConfirmDialog>
  );
}
