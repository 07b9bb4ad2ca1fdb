import { type ComponentProps, useEffect, useId, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import type { Selection } from "./use-selection.ts";

interface SelectionBarProps {
  selection: Selection & { ids: readonly number[] };
  /** All ids of the page. */
  all: readonly number[];
  label: string;
  action: Pick<ComponentProps<typeof Button>, "look" | "onClick" | "children">;
}

/** Sticks below the top bar while the page scrolls. */
export function SelectionBar({ selection, all, label, action }: SelectionBarProps) {
  const { ids, choose, stop } = selection;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const isAll = all.length > 0 && ids.length === all.length;

  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (box.current) box.current.indeterminate = ids.length > 0 && !isAll;
  });

  return (
    <div
      role="group"
      aria-label={label}
      className="sticky top-18 z-10 low:static flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-surface px-4 py-2"
      onKeyDown={(event) => event.key === "Escape" && stop()}
    >
      <label htmlFor={id} className="flex min-h-target items-center gap-2">
        <input
          ref={box}
          id={id}
          type="checkbox"
          checked={isAll}
          onChange={() => choose(isAll ? [] : all)}
          className="size-5"
        />
        すべて選択
      </label>
      <p role="status" className="text-muted">
        {ids.length}件を選択中
      </p>
      <div className="ml-auto flex gap-2 max-sm:w-full">
        <Button look="secondary" className="max-sm:px-3" onClick={stop}>
          キャンセル
        </Button>
        <Button className="max-sm:flex-1 max-sm:px-3" disabled={ids.length === 0} {...action} />
      </div>
    </div>
  );
}
