import { ChevronDown, ChevronUp, GripVertical, Trash2 } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { moveEntry } from "../../playlists/move-entry.ts";
import { useDrag } from "../../playlists/use-drag.ts";

interface OrderedRowsProps<T> {
  items: readonly T[];
  onChange: (items: T[]) => void;
  /** The row's name in its buttons and announcements. */
  nameOf: (item: T, index: number) => string;
  /** Rows may be removed while there are more than this number. Absent: they stay. */
  min?: number;
  children: (item: T, index: number) => ReactNode;
}

/** Rows that the user orders by dragging or with buttons. */
export function OrderedRows<T>({ items, onChange, nameOf, min, children }: OrderedRowsProps<T>) {
  const move = (from: number, to: number) => from !== to && onChange(moveEntry(items, from, to));
  const { dragged, handle, surface } = useDrag({ onMove: move, onDrop: move });
  const [announcement, setAnnouncement] = useState("");
  /** The button that gets the focus after its row moved. */
  const next = useRef<{ row: number; button: string } | null>(null);

  useLayoutEffect(() => {
    if (next.current === null) return;
    const { row, button } = next.current;
    surface.ref.current?.children[row]?.querySelector<HTMLElement>(`:scope > div [data-move=${button}]`)?.focus();
    next.current = null;
  });

  function press(from: number, to: number, button: string): void {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length) return;
    next.current = { row: to, button };
    move(from, to);
    setAnnouncement(`「${nameOf(item, from)}」を${to + 1}番目に移動しました。`);
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol {...surface} className="grid gap-2">
        {items.map((item, index) => {
          const name = nameOf(item, index);
          return (
            <li
              key={index}
              className={classNames(
                "grid gap-1 rounded-lg border bg-surface p-2",
                dragged === index && "border-primary bg-primary-soft",
              )}
            >
              <div className="flex items-center gap-1">
                <span
                  {...handle(index)}
                  aria-hidden
                  title="ドラッグして並べ替え"
                  className="grid size-target shrink-0 cursor-grab touch-none place-items-center text-muted"
                >
                  <GripVertical className="size-5" />
                </span>
                <p className="min-w-0 flex-1 truncate font-bold">{name}</p>
                <IconButton
                  icon={ChevronUp}
                  label={`${name}を上へ`}
                  data-move="up"
                  aria-disabled={index === 0}
                  className="aria-disabled:opacity-40"
                  onClick={() => press(index, index - 1, "up")}
                />
                <IconButton
                  icon={ChevronDown}
                  label={`${name}を下へ`}
                  data-move="down"
                  aria-disabled={index === items.length - 1}
                  className="aria-disabled:opacity-40"
                  onClick={() => press(index, index + 1, "down")}
                />
                {min !== undefined && items.length > min && (
                  <IconButton
                    icon={Trash2}
                    label={`${name}を削除`}
                    className="hover:text-danger"
                    onClick={() => onChange(items.toSpliced(index, 1))}
                  />
                )}
              </div>
              {children(item, index)}
            </li>
          );
        })}
      </ol>
    </>
  );
}
