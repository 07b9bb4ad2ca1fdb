import type { StaffContext } from "../context.ts";
import { losesPicture } from "../../files/thumbnails/host-picture.ts";
import { withThumbnail } from "../../files/thumbnails/store.ts";
import type { ChangedRow } from "./write-changes.ts";

/** Names in storage by video; null: YouTube has no picture. A video that is absent could not be read. */
type OldPictures = Map<number, string | null>;

const maxConcurrentPictures = 8;
/** With more failures YouTube or the storage is away, and an upload must not wait for each picture. */
const FAILURES_MAX = 16;

const isLosingPicture = ({ current, fields }: ChangedRow) => losesPicture(current, fields.host ?? current.host);

/** @returns a function that stores the pictures which moved videos would lose */
export function oldPictures({ storage, fetchPicture }: Pick<StaffContext, "storage" | "fetchPicture">) {
  let failures = 0;
  return async (rows: ChangedRow[]): Promise<OldPictures> => {
    const saved: OldPictures = new Map();
    const waiting = rows.filter(isLosingPicture).map(({ current }) => current);
    const save = async (video_id: string) => {
      const picture = await fetchPicture(video_id);
      return picture && withThumbnail(storage, picture, (name) => Promise.resolve(name));
    };
    const work = async () => {
      for (let video = waiting.pop(); video && failures < FAILURES_MAX; video = waiting.pop()) {
        const name = await save(video.video_id).catch(() => undefined);
        if (name === undefined) failures += 1;
        else saved.set(video.id, name);
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentPictures }, work));
    return saved;
  };
}

/** Adds the stored pictures to the rows, and an error where one could not be read. @returns the rows without an error */
export function withOldPictures(rows: ChangedRow[], saved: OldPictures): ChangedRow[] {
  return rows.filter((row) => {
    if (!isLosingPicture(row)) return true;
    const thumbnail = saved.get(row.current.id);
    if (thumbnail === undefined) {
      row.errors.push(
        "動画のURL：現在のサムネイルを保存できませんでした。しばらくしてから、もう一度アップロードしてください。",
      );
    } else row.fields.thumbnail = thumbnail;
    return thumbnail !== undefined;
  });
}
