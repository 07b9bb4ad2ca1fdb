import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";

interface HistoryActionsProps {
  /** Members are choosing: what they can do then stands elsewhere. */
  isSelecting: boolean;
  onSelect: () => void;
  onDeleteAll: () => void;
}

export function HistoryActions({ isSelecting, onSelect, onDeleteAll }: HistoryActionsProps) {
  const start = useRef<HTMLButtonElement>(null);
  const before = useRef(isSelecting);

  // What had the focus went away with the choosing.
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
      <Button look="secondary" onClick={onDeleteAll}>
        すべて削除
      </Button>
    </div>
  );
}
