import type { AppContext } from "../../http/app-context.ts";
import { withThumbnail } from "../../files/thumbnails/store.ts";
import type { ChangedRow } from "./write-changes.ts";

/** Names in storage by video; null: YouTube has no picture. A video that is absent could not be read. */
export type OldPictures = Map<number, string | null>;

const YOUTUBE_ID = /^[\w-]{11}$/;
const maxConcurrentPictures = 8;

/** Whether members would lose the picture: YouTube shows it as long as the video has that id. */
export function losesPicture({ current, fields }: ChangedRow): boolean {
  const isMoving = current.host === "youtube" && fields.host !== undefined && fields.host !== "youtube";
  return isMoving && current.thumbnail === null && YOUTUBE_ID.test(current.video_id);
}

/** Stores the pictures that moved videos would lose. */
export async function saveOldPictures(
  { storage, fetchPicture }: Pick<AppContext, "storage" | "fetchPicture">,
  rows: ChangedRow[],
): Promise<OldPictures> {
  const saved: OldPictures = new Map();
  const waiting = [...rows];
  const work = async () => {
    for (let row = waiting.pop(); row; row = waiting.pop()) {
      const picture = await fetchPicture(row.current.video_id).catch(() => undefined);
      if (picture === undefined) continue;
      const name =
        picture && (await withThumbnail(storage, picture, (stored) => Promise.resolve(stored)).catch(() => null));
      saved.set(row.current.id, name);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentPictures }, work));
  return saved;
}

/** Adds the stored pictures to the rows, and an error where one could not be read. @returns the rows without an error */
export function withOldPictures(rows: ChangedRow[], saved: OldPictures = new Map()): ChangedRow[] {
  return rows.filter((row) => {
    if (!losesPicture(row)) return true;
    const thumbnail = saved.get(row.current.id);
    if (thumbnail === undefined) {
      row.errors.push(
        "動画のURL：今のサムネイルを保存できませんでした。しばらくしてから、もう一度アップロードしてください。",
      );
    } else row.fields.thumbnail = thumbnail;
    return thumbnail !== undefined;
  });
}
