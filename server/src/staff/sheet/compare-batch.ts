import { nfkc } from "@manabiya/contract/nfkc.ts";
import { PLAYLIST_VIDEOS_MAX } from "@manabiya/contract/staff/playlists.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import type { CsvFile, CsvRow } from "../../csv/read.ts";
import { readBeyond } from "../chapters/in-film.ts";
import { numberOf } from "../playlists/video-reference.ts";
import { DUPLICATE_ID } from "../videos/host-id.ts";
import { selectTaken } from "../videos/import-queries.ts";
import { keyOf, NUMBER } from "./columns.ts";
import { compareRow, type ComparedRow, sameRow } from "./compare-row.ts";
import { type Names, readNames } from "./names.ts";
import { lockSheetVideos, readSheetVideos } from "./queries.ts";
import type { ChangedRow } from "./write-changes.ts";

export interface Batch {
  rows: CsvRow[];
  sheet: CsvFile;
  /** The file's rows so far. */
  seen: {
    /** Row numbers. */
    videos: Map<number, number>;
    hostIds: Map<string, number>;
    /** New names. */
    categories: Set<string>;
    tags: Set<string>;
  };
}

/** The rows to apply. */
export function changedRows(compared: ComparedRow[]): ChangedRow[] {
  return compared.filter(
    (row): row is ChangedRow => row.current !== null && row.errors.length === 0 && row.differences.length > 0,
  );
}

/** With locks the videos and the named records stay as they are until the transaction ends. */
export async function compareBatch(
  { storage, now }: Pick<StaffContext, "storage" | "now">,
  db: Database,
  { rows, sheet, seen }: Batch,
  locks: { isLocking: boolean },
): Promise<{ compared: ComparedRow[]; names: Names }> {
  const names = await readNames(db, locks);
  const numbers = rows.map((row) => numberOf(nfkc(row.cells[keyOf(NUMBER)] ?? "").replaceAll(",", "")));
  const ids = numbers.filter((id) => id !== null);
  if (locks.isLocking) await lockSheetVideos(db, [ids]);
  const videos = new Map((await readSheetVideos(db, ids, names)).map((video) => [video.id, video]));
  const context = { names, now: new Date(now()).toISOString() };
  const compared = rows.map((row, index): ComparedRow => {
    const id = numbers[index] ?? null;
    const current = (id === null ? null : videos.get(id)) ?? null;
    const reject = (error: string) => sameRow(row, current, [`${NUMBER}：${error}`]);
    if (id === null)
      return reject("書き出した番号のままにしてください。新しい動画は「動画の一括登録」で登録できます。");
    if (current === null) return reject("この番号の動画はありません（ゴミ箱の動画は変更できません）。");
    const first = firstOf(seen.videos, id, row);
    return first === row.number ? compareRow(row, current, sheet, context) : reject(`${first}行目と同じ番号です。`);
  });

  const moved = changedRows(compared).filter(
    ({ current, fields }) => (fields.video_id ?? current.video_id) !== current.video_id,
  );
  const hostIds = moved.flatMap(({ fields }) => fields.video_id ?? []);
  const taken = new Set((await selectTaken(db, [hostIds])).map(({ video_id }) => video_id));
  for (const { row, fields, errors } of moved) {
    const { video_id = "", host } = fields;
    const first = firstOf(seen.hostIds, video_id, row);
    if (taken.has(video_id)) errors.push(`動画のURL：${DUPLICATE_ID}`);
    else if (first !== row.number) errors.push(`動画のURL：${first}行目と同じ動画です。`);
    else if (host === "file" && !(await storage.has("videos", video_id))) {
      errors.push("動画のURL：この名前の動画ファイルはありません。");
    }
  }
  const measured = changedRows(compared).filter(({ fields }) => "duration" in fields);
  const beyond = await readBeyond(
    db,
    measured.map(({ current }) => current.id),
  );
  for (const { current, fields, errors } of measured) {
    const sentence = beyond(current.id, fields.chapters ?? current.chapters, fields.duration ?? null);
    if (sentence !== null) errors.push(`長さ（秒）：${sentence}`);
  }
  for (const { current, fields, errors } of changedRows(compared)) {
    const added = (fields.playlists ?? []).filter((label) => !current.playlists.includes(label));
    const full = added.filter((label) => names.playlists.addVideo(label) > PLAYLIST_VIDEOS_MAX);
    if (full.length > 0) errors.push(`再生リスト：「${full[0]}」に入れられる動画は${PLAYLIST_VIDEOS_MAX}本までです。`);
    for (const key of ["categories", "tags"] as const) {
      for (const label of fields[key] ?? []) if (names[key].idOf(label) === undefined) seen[key].add(label);
    }
  }
  return { compared, names };
}

/** Remembers the first row with a value. @returns its number */
function firstOf<T>(rows: Map<T, number>, value: T, { number }: CsvRow): number {
  if (!rows.has(value)) rows.set(value, number);
  return rows.get(value) ?? number;
}
