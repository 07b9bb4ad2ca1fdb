import { useMutation } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { useAllUnsaved } from "./unsaved.tsx";

const SaveAll = createContext<(() => void) | null>(null);

/** @returns saves all forms of the screen; null where each form has its own button */
export const useSaveAll = () => useContext(SaveAll);

/** The forms of one record, with one bar above them that says what is unsaved, and saves all of it. */
export function SavedTogether({ children }: { children: ReactNode }) {
  const { names, isBlocked, save, discard } = useAllUnsaved();
  const [isDiscarding, setDiscarding] = useState(false);
  const forms = useRef<HTMLDivElement>(null);
  const [failures, setFailures] = useState(0);
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: save,
    onSuccess: (areSaved) => !areSaved && setFailures((before) => before + 1),
  });
  const isUnsaved = names !== "";

  useEffect(() => {
    if (failures > 0) focusFirstFailure(forms.current);
  }, [failures]);

  return (
    <div ref={forms} className="contents">
      <div
        data-save-bar
        className={classNames(
          "z-10 -mx-2 -my-2 flex min-h-16 items-center gap-3 border-b bg-bg p-2",
          isUnsaved && "tall:sticky tall:top-16",
        )}
      >
        <p role="status" className="line-clamp-2 min-w-0 flex-1 max-sm:line-clamp-3 max-sm:text-xs">
          {isUnsaved
            ? `${data === false ? "保存できなかった変更" : "保存していない変更"}：${names}`
            : data
              ? "保存しました。"
              : "保存していない変更はありません。"}
        </p>
        {isUnsaved && (
          <Button look="secondary" className="max-sm:px-3" onClick={() => setDiscarding(true)}>
            変更を破棄
          </Button>
        )}
        <Button isBusy={isPending} disabled={!isUnsaved || isBlocked} className="max-sm:px-3" onClick={() => mutate()}>
          保存
        </Button>
      </div>
      <SaveAll value={mutate}>{children}</SaveAll>
      {isDiscarding && (
        <ConfirmDialog
          title="保存していない変更を破棄しますか？"
          confirmLabel="破棄する"
          onConfirm={() => {
            discard();
            reset();
            setDiscarding(false);
          }}
          onClose={() => setDiscarding(false)}
        >
          {names}の入力した内容は失われます。
        </ConfirmDialog>
      )}
    </div>
  );
}

/** A field with a message, or the message of a form, whichever comes first. */
function focusFirstFailure(forms: HTMLElement | null): void {
  const first = forms?.querySelector<HTMLElement>("[aria-invalid=true], form [role=alert]");
  if (first?.role === "alert") first.tabIndex = -1;
  first?.focus();
}
