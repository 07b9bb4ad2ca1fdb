import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { useLayoutEffect, useRef, useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EntryRow } from "./entry-row.tsx";
import { useDrag } from "./use-drag.ts";
import { useEntryOrder } from "./use-entry-order.ts";

export function EntryList({ playlist }: { playlist: ManagedPlaylist }) {
  const { entries, failure, show, save } = useEntryOrder(playlist);
  const { dragged, handle, surface } = useDrag({ onMove: show, onDrop: save });
  const [announcement, setAnnouncement] = useState("");
  /** Gets the focus back, because a row that moves loses it. */
  const pressedButton = useRef<HTMLButtonElement | null>(null);

  useLayoutEffect(() => {
    pressedButton.current?.focus();
    pressedButton.current = null;
  });

  function move(from: number, to: number, button: HTMLButtonElement): void {
    pressedButton.current = button;
    save(from, to);
    setAnnouncement(`「${entries[from]?.video.title ?? ""}」を${to + 1}番目に移動しました。`);
  }

  return (
    <section aria-labelledby="entries" className="grid gap-3">
      <h2 id="entries" className="text-lg">
        動画（{entries.length}本）
      </h2>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {failure && <Banner tone="danger">{failure}</Banner>}
      {entries.length === 0 && <EmptyState>この再生リストに動画はありません</EmptyState>}
      <ol {...surface} className="grid gap-2">
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            playlist={playlist.id}
            entry={entry}
            index={index}
            count={entries.length}
            isDragged={dragged === index}
            handle={handle(index)}
            onMove={(to, button) => move(index, to, button)}
          />
        ))}
      </ol>
    </section>
  );
}
