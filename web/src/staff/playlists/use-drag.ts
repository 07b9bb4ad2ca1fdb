import { type PointerEvent, useRef, useState } from "react";

/** Pixels at the top and bottom of the window where dragging scrolls, and how far. */
const EDGE = 80;
const STEP = 12;

interface Dragging {
  /** The entry at `from` is now over the place `to`. */
  onMove: (from: number, to: number) => void;
  onDrop: () => void;
}

/**
 * Dragging a row of a list by its handle, with mouse, pen or finger.
 * @returns the place of the row that is being dragged, and what the handle of a place needs
 */
export function useDrag({ onMove, onDrop }: Dragging) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);

  function handle(place: number) {
    return {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.preventDefault();
        setDragged(place);
      },
    };
  }

  /** For the list: rows change their places under the pointer, and only the list stays. */
  const surface = {
    ref: list,
    onPointerMove: (event: PointerEvent) => {
      if (dragged === null) return;
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) {
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (event.clientY < EDGE) window.scrollBy(0, -STEP);
      if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP);
      const place = placeAt(list.current, event.clientY);
      if (place === dragged) return;
      onMove(dragged, place);
      setDragged(place);
    },
    onPointerUp: () => end(),
    onPointerCancel: () => end(),
  };

  function end(): void {
    if (dragged === null) return;
    setDragged(null);
    onDrop();
  }

  return { dragged, handle, surface };
}

/** The row whose middle the pointer has not passed yet. */
function placeAt(list: HTMLOListElement | null, y: number): number {
  const rows = [...(list?.children ?? [])];
  const place = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height;
  });
  return place < 0 ? rows.length - 1 : place;
}
