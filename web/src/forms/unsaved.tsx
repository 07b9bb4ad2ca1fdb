import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { useBlocker, type Location } from "react-router";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { discardText } from "./recoverable-text.ts";

/** A part of the screen with unsaved text. */
export interface UnsavedWork {
  /** See useRecoverableText. */
  recoverAs: string | undefined;
  /** SavedTogether calls the change by it. */
  name: string | undefined;
  /** The part cannot be saved yet, for example during an upload. */
  isBlocked: boolean;
  /** @returns whether everything was saved */
  save: () => Promise<boolean>;
  discard: () => void;
}

/** The parts of the screen that hold unsaved text. */
const unsaved = new Map<string, UnsavedWork>();
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

const hasUnsaved = (part?: string): boolean => (part === undefined ? unsaved.size > 0 : unsaved.has(part));

/** Text typed into a deleted record cannot be saved any more. */
export function discardUnsaved(): void {
  for (const { recoverAs } of unsaved.values()) discardText(recoverAs);
  unsaved.clear();
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const works = () => [...unsaved.values()];

/** Everything unsaved on the screen, for a button that saves all of it. */
export function useAllUnsaved() {
  return {
    names: useSyncExternalStore(subscribe, () =>
      works()
        .flatMap(({ name }) => name ?? [])
        .join("、"),
    ),
    isBlocked: useSyncExternalStore(subscribe, () => works().some((work) => work.isBlocked)),
    /** One after another, because two parts may write one record. */
    save: async () => {
      let areSaved = true;
      for (const { save } of works()) areSaved = (await save()) && areSaved;
      return areSaved;
    },
    discard: () => works().forEach(({ discard }) => discard()),
  };
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Marks a part of the screen as unsaved. The browser then asks before it closes the page. */
export function useUnsaved(part: string, isUnsaved: boolean, work: UnsavedWork): void {
  // Each render brings functions that know the newest values.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const { name, isBlocked } = unsaved.get(part) ?? {};
    unsaved.set(part, work);
    if (name !== work.name || isBlocked !== work.isBlocked) tell();
  });
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    window.addEventListener("beforeunload", warn);
    return () => {
      unsaved.delete(part);
      tell();
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
          discardText(unsaved.get(part)?.recoverAs);
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
    >
      このまま進むと、入力した内容は失われます。
    </ConfirmDialog>
  );
}
