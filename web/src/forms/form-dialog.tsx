import type { ReactNode, RefObject } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";

interface FormDialogProps {
  title: string;
  /** The consequences, above the fields. */
  text: ReactNode;
  /** The result of useRecordForm, or the like of another form. */
  state: {
    element?: RefObject<HTMLFormElement | null>;
    failure: string | undefined;
    isSaving: boolean;
    onSubmit: () => unknown;
  };
  confirmLabel: string;
  /** The label of the closing button, if "キャンセル" would be ambiguous. */
  closeLabel?: string | undefined;
  look?: "primary" | "danger";
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog that asks for more than a confirmation. It stays open after a failure. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, state, confirmLabel, closeLabel = "キャンセル", look = "primary", onClose, children } = props;
  const { element, failure, isSaving, onSubmit } = state;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="phrase">{text}</div>
      <form
        ref={element}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
        {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {closeLabel}
          </Button>
          <Button type="submit" look={look} isBusy={isSaving}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
