import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";

interface HistoryActionsProps {
  /** During a selection the selection bar holds the actions. */
  isSelecting: boolean;
  onSelect: () => void;
  onDeleteAll?: () => void;
}

export function HistoryActions({ isSelecting, onSelect, onDeleteAll }: HistoryActionsProps) {
  const start = useRef<HTMLButtonElement>(null);
  const before = useRef(isSelecting);

  // The focused element disappeared with the selection bar.
  useEffect(() => {
    if (before.current && document.activeElement === document.body) start.current?.focus();
    before.current = isSelecting;
  }, [isSelecting]);

  if (isSelecting) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={start} look="secondary" onClick={onSelect}>
        選択
      </Button>
      {onDeleteAll && (
        <Button look="warning" onClick={onDeleteAll}>
          すべて削除
        </Button>
      )}
    </div>
  );
}
