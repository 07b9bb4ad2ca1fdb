import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  /** Esc was pressed; the owner takes the dialog away. */
  onClose: () => void;
  children: ReactNode;
}

/** Over the page, which waits, for as long as it is rendered; the focus then goes back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed before it leaves the document, or the browser would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // A file field inside says "cancel" too. Browsers may close without asking first: onClose hears of that.
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
  /** What the button does, such as "12件を削除". */
  confirmLabel: string;
  /** What the way out says, where "やめる" could be taken for what is asked. */
  closeLabel?: string;
  onConfirm: () => void;
  isBusy: boolean;
  /** It did not work; the dialog stays for another try. */
  error?: string | undefined;
}

/** Asks before something that cannot be undone. Its children say what happens, and to how much. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, onClose, children, confirmLabel, closeLabel = "やめる", onConfirm, isBusy, error } = props;
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

/** The buttons at the foot: the way out first, what was asked for last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">{children}</div>;
}
