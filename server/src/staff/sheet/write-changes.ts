import { recordChanges } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { truncateTexts } from "../videos/edit-video.ts";
import { idsByName } from "../videos/names.ts";
import { diffChapters } from "./chapters-cell.ts";
import type { SheetVideo } from "./columns.ts";
import type { ComparedRow } from "./compare-row.ts";
import type { Names } from "./names.ts";
import * as queries from "./queries.ts";

export interface ChangedRow extends ComparedRow {
  current: SheetVideo;
}

interface Writing {
  rows: ChangedRow[];
  names: Names;
  /** The staff member's id. */
  by: number;
  now: number;
}

const SEARCHED = ["title", "description", "categories", "tags", "chapters"] as const;

/** Writes locked videos with their audit entries. @returns the videos whose search texts changed */
export async function writeChanges(tx: Database, { rows, names, by, now }: Writing): Promise<number[]> {
  const unknown = (key: "categories" | "tags") => [
    ...new Set(rows.flatMap(({ fields }) => fields[key] ?? []).filter((label) => names[key].idOf(label) === undefined)),
  ];
  const created = await idsByName(tx, [{ categories: unknown("categories"), tags: unknown("tags") }]);
  const idsOf = (key: "categories" | "tags", labels: string[]) =>
    labels.flatMap((label) => names[key].idOf(label) ?? created[key].get(label) ?? []);

  // Fields that are no columns of the table have no effect.
  const videos = rows.map(({ current: { id }, fields }) => ({
    id,
    fields: {
      ...fields,
      ...(fields.categories && { category_ids: idsOf("categories", fields.categories) }),
      ...(fields.tags && { tag_ids: idsOf("tags", fields.tags) }),
    },
  }));
  await ifAny(videos, (list) => queries.updateVideos(tx, list));
  await writeChapters(tx, rows);
  await writePlaylists(tx, rows, names);
  const changes = rows.map(({ current, differences }) => ({
    id: current.id,
    before: truncateTexts(Object.fromEntries(differences.map(({ column, before }) => [column.key, before]))),
    after: truncateTexts(Object.fromEntries(differences.map(({ column, after }) => [column.key, after]))),
  }));
  await recordChanges(tx, { by, action: "video.update_by_csv" }, changes, now);
  return rows.filter(({ fields }) => SEARCHED.some((key) => key in fields)).map(({ current }) => current.id);
}

async function writeChapters(tx: Database, rows: ChangedRow[]): Promise<void> {
  const diffs = rows.flatMap(({ current, fields: { chapters } }) =>
    chapters ? [{ video_id: current.id, ...diffChapters(current.chapters, chapters) }] : [],
  );
  const removed = diffs.flatMap((diff) => diff.removed);
  if (removed.length > 0) await queries.deleteChapters(tx, [removed]);
  await ifAny(
    diffs.flatMap(({ changed }) => changed),
    (list) => queries.updateChapters(tx, list),
  );
  const added = diffs.flatMap(({ video_id, added }) => added.map((draft) => ({ ...draft, video_id })));
  await ifAny(added, (list) => queries.insertChapters(tx, list));
}

async function writePlaylists(tx: Database, rows: ChangedRow[], { playlists }: Names): Promise<void> {
  const entries = (pick: (current: string[], desired: string[]) => string[]) =>
    rows.flatMap(({ current, fields }) =>
      pick(current.playlists, fields.playlists ?? current.playlists).flatMap((label) => {
        const playlist_id = playlists.idOf(label);
        return playlist_id === undefined ? [] : [{ playlist_id, video_id: current.id }];
      }),
    );
  const removed = entries((current, desired) => current.filter((label) => !desired.includes(label)));
  const added = entries((current, desired) => desired.filter((label) => !current.includes(label)));
  await ifAny(removed, (list) => queries.removeEntries(tx, list));
  await ifAny(
    added.map((entry, index) => ({ ...entry, position: index + 1 })),
    (list) => queries.appendEntries(tx, list),
  );
  const changed = [...new Set([...removed, ...added].map(({ playlist_id }) => playlist_id))];
  if (changed.length > 0) await queries.bumpPlaylists(tx, [changed]);
}

/** Passes the rows as JSON to a statement. */
async function ifAny(rows: object[], write: (values: [string]) => Promise<unknown>): Promise<void> {
  if (rows.length > 0) await write([JSON.stringify(rows)]);
}
