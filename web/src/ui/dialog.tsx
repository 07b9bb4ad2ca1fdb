import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

interface DialogProps {
  title: ReactNode;
  /** Called for Escape; the owner removes the dialog. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog, open while it is rendered. The focus then returns to its previous element. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // The dialog must close before it is removed, or the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // The opener may have gone with what the dialog deleted. Effects of the page may choose a better element first.
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
      }),
    [],
  );

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // A file field inside fires "cancel" too. Browsers may close without it, so onClose also counts.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      className="fixed inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md overflow-y-auto overscroll-contain rounded-xl border bg-surface p-5 text-ink backdrop:bg-scrim/60 md:p-6"
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <div className="mt-3 grid gap-5">{children}</div>
    </dialog>
  );
}

interface ConfirmDialogProps extends DialogProps {
  /** The button's label, such as "12件を削除". */
  confirmLabel: string;
  /** The label of the closing button, if "キャンセル" would be ambiguous. */
  closeLabel?: string;
  onConfirm: () => void;
  isBusy?: boolean;
  /** The failure's message; the dialog stays open for another attempt. */
  error?: string | undefined;
}

/** Confirms an action that cannot be undone. The children name its consequences. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, onClose, children, confirmLabel, closeLabel = "キャンセル", onConfirm, isBusy = false, error } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="phrase">{children}</div>
      {error && <Banner tone="danger">{error}</Banner>}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {closeLabel}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The closing button comes first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">{children}</div>;
}
