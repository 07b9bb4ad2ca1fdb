import { ChevronDown, ChevronUp, GripVertical, type LucideIcon, Trash2 } from "lucide-react";
import { type Key, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useDrag } from "./use-drag.ts";

interface OrderedRowsProps<T> {
  items: readonly T[];
  /** Absent: the index tells the rows apart. */
  keyOf?: (item: T) => Key;
  /** The row's name in its buttons and announcements. */
  nameOf: (item: T, index: number) => string;
  onMove: (from: number, to: number) => void;
  /** Moves a row that is still dragged. Absent: as `onMove`. */
  onDrag?: (from: number, to: number) => void;
  /** Absent: rows stay. */
  onRemove?: ((item: T, index: number) => void) | undefined;
  /** The action and the icon of the button that removes a row. */
  removal?: [action: string, icon: LucideIcon];
  /** The row is being removed. */
  isLeaving?: (item: T) => boolean;
  /** Stands in place of the name. On phones the buttons are below it. */
  renderHeading?: (item: T, index: number) => ReactNode;
  /** Further buttons, before the others. */
  renderTools?: (item: T) => ReactNode;
  /** The content below the name and the buttons. */
  children?: (item: T, index: number) => ReactNode;
}

const ONE_LINE = "flex items-center gap-1";
const TWO_LINES =
  "grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto]";

/** Rows that the user orders by dragging or with buttons. */
export function OrderedRows<T>(props: OrderedRowsProps<T>) {
  const {
    items,
    keyOf,
    nameOf,
    onMove,
    onDrag = onMove,
    onRemove,
    isLeaving,
    renderHeading,
    renderTools,
    children,
  } = props;
  const [action, RemovalIcon] = props.removal ?? ["削除", Trash2];
  /** A drop keeps the order that `onDrag` showed; without it, a row in its old place changes nothing. */
  const drop = (from: number, to: number) => (props.onDrag !== undefined || from !== to) && onMove(from, to);
  const { dragged, handle, surface } = useDrag({ onMove: onDrag, onDrop: drop });
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
    onMove(from, to);
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
          const leaves = isLeaving?.(item) === true;
          return (
            <li
              key={keyOf?.(item) ?? index}
              className={classNames(
                "grid gap-1 rounded-lg border bg-surface p-2",
                dragged === index && "border-primary bg-primary-soft",
                leaves && "opacity-60",
              )}
            >
              <div className={renderHeading ? TWO_LINES : ONE_LINE}>
                <span
                  {...handle(index)}
                  aria-hidden
                  title="ドラッグして並べ替え"
                  className="grid size-target shrink-0 cursor-grab touch-none place-items-center text-muted"
                >
                  <GripVertical className="size-5" />
                </span>
                {renderHeading?.(item, index) ?? <p className="min-w-0 flex-1 truncate font-bold">{name}</p>}
                <div className="flex justify-end max-sm:col-span-2">
                  {renderTools?.(item)}
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
                  {onRemove && (
                    <IconButton
                      icon={RemovalIcon}
                      label={`${name}を${action}`}
                      className="hover:text-danger"
                      onClick={() => !leaves && onRemove(item, index)}
                    />
                  )}
                </div>
              </div>
              {children?.(item, index)}
            </li>
          );
        })}
      </ol>
    </>
  );
}
