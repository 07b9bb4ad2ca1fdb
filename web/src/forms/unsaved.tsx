import { useEffect, useState, type ReactNode } from "react";
import { useBlocker, type Location } from "react-router";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { discardText } from "./recoverable-text.ts";

/** The parts of the screen that hold unsaved text, each with the name that recovers its text. */
const unsaved = new Map<string, string | undefined>();

const hasUnsaved = (part?: string): boolean => (part === undefined ? unsaved.size > 0 : unsaved.has(part));

/** Text typed into a deleted record cannot be saved any more. */
export function discardUnsaved(): void {
  for (const recoverAs of unsaved.values()) discardText(recoverAs);
  unsaved.clear();
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Marks a part of the screen as unsaved. The browser then asks before it closes the page.
 * @param recoverAs see useRecoverableText
 */
export function useUnsaved(part: string, isUnsaved: boolean, recoverAs?: string): void {
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.set(part, recoverAs);
    window.addEventListener("beforeunload", warn);
    return () => {
      unsaved.delete(part);
      if (unsaved.size === 0) window.removeEventListener("beforeunload", warn);
    };
  }, [part, isUnsaved, recoverAs]);
}

const videoOf = ({ search }: Location) => new URLSearchParams(search).get("video");

/** Asks before navigation discards unsaved text. The router accepts only one blocker per screen. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      hasUnsaved() && (from.pathname !== to.pathname || videoOf(from) !== videoOf(to)),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <UnsavedDialog
      onStay={() => blocker.reset()}
      onDiscard={() => {
        discardUnsaved();
        blocker.proceed();
      }}
    />
  );
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
          discardText(unsaved.get(part));
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
