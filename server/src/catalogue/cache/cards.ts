import type { Snapshot } from "./catalog-cache.ts";
import { statement } from "../../db/statement.ts";
import {
  CARD_COLUMNS,
  cardColumns,
  type CardRow,
  isPublished,
  type KnownVideo,
  knownVideo,
} from "../videos/rows.ts";

/** Values: video ids, now. */
const readCards = statement(
  "videos.cards",
  {
    ...cardColumns,
  },
  `select ${CARD_COLUMNS} from videos v where v.id = any ($1::int[]) and ${isPublished("$2")}`,
);

/** Lets later lists know these videos without reading them again. */
export function keepCards(snapshot: Snapshot, rows: CardRow[]): KnownVideo[] {
  return rows.map((row) => {
    const video = knownVideo(row, snapshot);
    snapshot.cards.set(row.id, video);
    return video;
  });
}

/**
 * The videos by id; those that no list of this version has shown yet are read. A video that members do not see any
 * more is missing. `now`: milliseconds since 1970.
 */
export async function loadCards(
  snapshot: Snapshot,
  ids: number[],
  now: number,
): Promise<Map<number, KnownVideo>> {
  const cards = new Map<number, KnownVideo>();
  const unknown: number[] = [];
  for (const id of ids) {
    const known = snapshot.cards.get(id);
    if (known) cards.set(id, known);
    else unknown.push(id);
  }
  if (unknown.length === 0) return cards;
  const rows = await readCards(snapshot.reads, [unknown, new Date(now).toISOString()]);
  for (const video of keepCards(snapshot, rows)) cards.set(video.card.id, video);
  return cards;
}
