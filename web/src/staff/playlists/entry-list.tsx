import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { useLayoutEffect, useRef, useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EntryRow } from "./entry-row.tsx";
import { useDrag } from "./use-drag.ts";
import { useEntryOrder } from "./use-entry-order.ts";

/** The videos, to be put in order by buttons or by dragging, and taken out. */
export function EntryList({ playlist }: { playlist: ManagedPlaylist }) {
  const { entries, failure, show, save } = useEntryOrder(playlist);
  const { dragged, handle, surface } = useDrag({ onMove: show, onDrop: () => save() });
  const [said, setSaid] = useState("");
  /** The button that was pressed; a row that moves loses the focus. */
  const pressed = useRef<HTMLButtonElement | null>(null);

  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });

  function move(from: number, to: number, button: HTMLButtonElement): void {
    pressed.current = button;
    save(from, to);
    setSaid(`「${entries[from]?.video.title ?? ""}」を${to + 1}番目に移動しました。`);
  }

  return (
    <section aria-labelledby="entries" className="grid gap-3">
      <h2 id="entries" className="text-lg">
        動画（{entries.length}本）
      </h2>
      <p role="status" className="sr-only">
        {said}
      </p>
      {failure && <Banner tone="danger">{failure}</Banner>}
      {entries.length === 0 && <EmptyState>この再生リストに動画はありません</EmptyState>}
      <ol {...surface} className="grid gap-2">
        {entries.map((entry, place) => (
          <EntryRow
            key={entry.id}
            playlist={playlist.id}
            entry={entry}
            place={place}
            count={entries.length}
            isDragged={dragged === place}
            handle={handle(place)}
            onMove={(to, button) => move(place, to, button)}
          />
        ))}
      </ol>
    </section>
  );
}
