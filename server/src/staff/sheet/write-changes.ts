import { nameKey } from "@manabiya/contract/text.ts";
import { recordChange, recordChanges } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { appendEntry, bumpPlaylistRevision } from "../playlists/queries.ts";
import { writeFields } from "../edit-record.ts";
import { truncateTexts } from "../videos/edit-video.ts";
import { remember } from "../undo/remember.ts";
import { idsByName } from "../videos/names.ts";
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
  /** The log's entry of the upload; null before its first change. */
  partOf: number | null;
}

const SEARCHED = ["title", "description", "categories", "tags", "chapters"] as const;

/** Writes locked videos with their audit entries. @returns the videos whose search texts changed, and the upload's entry */
export async function writeChanges(tx: Database, { rows, names, by, now, partOf }: Writing) {
  const ids = rows.map(({ current }) => current.id);
  const remembered = await remember(tx, "video", ids);
  const unknown = (key: "categories" | "tags") => [
    ...new Set(rows.flatMap(({ fields }) => fields[key] ?? []).filter((label) => names[key].idOf(label) === undefined)),
  ];
  const created = await idsByName(tx, [{ categories: unknown("categories"), tags: unknown("tags") }]);
  const idsOf = (key: "categories" | "tags", labels: string[]) => [
    ...new Set(labels.flatMap((label) => names[key].idOf(label) ?? created[key].get(nameKey(label)) ?? [])),
  ];

  // Fields that are no columns of the table have no effect.
  const videos = rows.map(({ current: { id }, fields }) => ({
    id,
    fields: {
      ...fields,
      ...(fields.categories && { category_ids: idsOf("categories", fields.categories) }),
      ...(fields.tags && { tag_ids: idsOf("tags", fields.tags) }),
    },
  }));
  await writeFields(tx, "video", videos);
  const chaptered = rows.filter(({ fields }) => fields.chapters);
  if (chaptered.length > 0) await queries.deleteChapters(tx, [chaptered.map(({ current }) => current.id)]);
  const chapters = chaptered.flatMap(({ current, fields }) =>
    (fields.chapters ?? []).map((chapter) => ({ ...chapter, video_id: current.id })),
  );
  await ifAny(chapters, (list) => queries.insertChapters(tx, list));
  await writePlaylists(tx, rows, names);
  const logged = (differences: ChangedRow["differences"], key: "before" | "after") =>
    truncateTexts(Object.fromEntries(differences.map((difference) => [difference.column.key, difference[key]])));
  const entry = partOf ?? (await recordChange(tx, { by, action: "video_list.update_by_csv", id: 0 }, now));
  const undo = await remembered();
  const changes = rows.map(({ current, differences }) => ({
    by,
    action: "video.update_by_csv" as const,
    id: current.id,
    partOf: entry,
    undo: undo.get(current.id),
    before: logged(differences, "before"),
    after: logged(differences, "after"),
  }));
  await recordChanges(tx, changes, now);
  const searched = rows.filter(({ fields }) => SEARCHED.some((key) => key in fields));
  return { videoIds: searched.map(({ current }) => current.id), entry };
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
  for (const { playlist_id, video_id } of removed) await queries.removeEntry(tx, [playlist_id, video_id]);
  for (const { playlist_id, video_id } of added) await appendEntry(tx, [playlist_id, video_id]);
  const changed = new Set([...removed, ...added].map(({ playlist_id }) => playlist_id));
  for (const id of changed) await bumpPlaylistRevision(tx, [id]);
}

/** Passes the rows as JSON to a statement. */
async function ifAny(rows: object[], write: (values: [string]) => Promise<unknown>): Promise<void> {
  if (rows.length > 0) await write([JSON.stringify(rows)]);
}
