import { type PointerEvent, useRef, useState } from "react";

/** Pixels at the top and bottom of the window where dragging scrolls. */
const EDGE = 80;
/** Pixels scrolled by one movement. */
const STEP = 12;

interface DragOptions {
  /** The entry at `from` is now over position `to`. */
  onMove: (from: number, to: number) => void;
  /** The entry at `from` was dropped at position `to`. */
  onDrop: (from: number, to: number) => void;
}

/**
 * Lets the user drag a row of a list by its handle, with mouse, pen or finger.
 * @returns the index of the dragged row, and the props of the handles and of the list
 */
export function useDrag({ onMove, onDrop }: DragOptions) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);

  function handle(index: number) {
    return {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.preventDefault();
        setDragged(index);
      },
    };
  }

  /** The list's props. The list handles the movement, because rows move under the pointer. */
  const surface = {
    ref: list,
    onPointerMove: (event: PointerEvent) => {
      if (dragged === null) return;
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) {
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (event.clientY < EDGE) window.scrollBy(0, -STEP);
      if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP);
      const index = rowAt(list.current, event.clientY);
      if (index === dragged) return;
      onMove(dragged, index);
      setDragged(index);
    },
    // Engines may report no movement for the last pixels before the release.
    onPointerUp: ({ clientY }: PointerEvent) => end(rowAt(list.current, clientY)),
    onPointerCancel: () => end(dragged),
  };

  function end(at: number | null): void {
    if (dragged === null || at === null) return;
    setDragged(null);
    onDrop(dragged, at);
  }

  return { dragged, handle, surface };
}

/** The row under the pointer; below the list, the last row. */
function rowAt(list: HTMLOListElement | null, y: number): number {
  const rows = [...(list?.children ?? [])];
  const index = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height;
  });
  return index < 0 ? rows.length - 1 : index;
}
