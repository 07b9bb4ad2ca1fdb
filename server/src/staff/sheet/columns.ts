import { nfkc } from "@manabiya/contract/nfkc.ts";
import { isVimeoId, parseHostVideo, whyNoVideo } from "@manabiya/contract/rules/host-video.ts";
import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import type { ChapterDraft } from "@manabiya/contract/staff/chapters.ts";
import { joinNames } from "@manabiya/contract/staff/video-csv.ts";
import { VideoDescription, VideoTitle } from "@manabiya/contract/staff/videos.ts";
import { name } from "@manabiya/contract/text.ts";
import * as z from "zod/mini";
import { thumbnailAddress } from "../../catalogue/videos/rows.ts";
import { normalizeColumn } from "../../csv/read.ts";
import { formatJapanMinute } from "../../csv/write.ts";
import type { RowOf } from "../../db/columns.ts";
import { parsePublication } from "../videos/csv-rows.ts";
import type { videoColumns } from "../videos/queries.ts";
import { canonical, keepAsText, versionOf, withoutLongText } from "./cell-text.ts";
import { readChapters, writeChapters } from "./chapters-cell.ts";
import { type Names, type NameTable, splitNames } from "./names.ts";

/** A video as a row of the sheet. Its names are labels. */
export interface SheetVideo extends Omit<RowOf<typeof videoColumns>, "category_ids" | "tag_ids"> {
  categories: string[];
  tags: string[];
  playlists: string[];
  chapters: ChapterDraft[];
}

export interface ReadContext {
  names: Names;
  /** ISO 8601. */
  now: string;
}

export interface Column {
  /** The heading in the file. */
  name: string;
  /** The name in the audit log. */
  key: string;
  /** A spreadsheet must not convert its cells. */
  isText: boolean;
  write: (video: SheetVideo) => string;
  /** @returns the changed fields, or an error */
  read: (cell: string, current: SheetVideo, context: ReadContext) => Partial<SheetVideo> | string;
}

const NAMES_MAX = 50;
const DURATION_MAX = 360_000;

export const NUMBER = "番号";
export const VERSION = "版";

/** The columns that staff change. An empty cell clears a value that may be absent, and is an error for the others. */
export const COLUMNS: Column[] = [
  {
    name: "タイトル",
    key: "title",
    isText: true,
    write: ({ title }) => title,
    read: (cell) => valid(VideoTitle, cell, (title) => ({ title })),
  },
  {
    name: "公開日時",
    key: "published_at",
    isText: false,
    write: ({ published_at }) => (published_at === null ? "下書き" : formatJapanMinute(published_at)),
    read: (cell, { published_at: current }, { now }) => {
      if (cell === "公開") return { published_at: current !== null && current <= now ? current : now };
      const published_at = cell === "" ? undefined : parsePublication(cell, now);
      return published_at === undefined
        ? "「2026-01-31 18:00」「公開」「下書き」のどれかにしてください。"
        : { published_at };
    },
  },
  {
    name: "動画のURL",
    key: "video_id",
    isText: true,
    write: ({ host, video_id, host_hash }) => {
      if (host === "file") return video_id;
      if (host === "hls") return host_hash ?? "";
      if (host === "youtube") {
        const address = `https://www.youtube.com/watch?v=${video_id}`;
        // An id that is none of YouTube's own stands alone, as somebody typed it.
        return parseHostVideo(address) === null ? video_id : address;
      }
      return `https://vimeo.com/${[video_id, host_hash].filter((part) => part !== null).join("/")}`;
    },
    read: readAddress,
  },
  {
    name: "長さ（秒）",
    key: "duration",
    isText: false,
    write: ({ duration }) => String(duration ?? ""),
    read: (cell) => {
      const digits = nfkc(cell).replaceAll(",", "");
      if (digits === "") return { duration: null };
      const isValid = /^\d{1,6}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= DURATION_MAX;
      return isValid ? { duration: Number(digits) } : "「754」のように、秒の数にしてください。";
    },
  },
  namesColumn("カテゴリー", "categories"),
  namesColumn("タグ", "tags"),
  namesColumn("再生リスト", "playlists"),
  {
    name: "チャプター",
    key: "chapter_texts",
    isText: true,
    write: ({ chapters }) => withoutLongText(writeChapters(chapters)),
    read: (cell, { duration }) => {
      const chapters = readChapters(cell, duration);
      return typeof chapters === "string" ? chapters : { chapters };
    },
  },
  {
    name: "概要文",
    key: "description",
    isText: true,
    write: ({ description }) => description,
    read: (cell) => valid(VideoDescription, cell, (description) => ({ description })),
  },
];

/** The columns for information only. */
const READ_ONLY: Pick<Column, "name" | "write">[] = [
  { name: "視聴回数", write: ({ view_count }) => String(view_count) },
  { name: "登録日時", write: ({ created_at }) => formatJapanMinute(created_at) },
  { name: "サムネイル", write: ({ thumbnail }) => thumbnailAddress(thumbnail) ?? "" },
];

const INFORMATION = READ_ONLY.map((column) => column.name);
export const ALL_COLUMNS = [...COLUMNS.map((column) => column.name), ...INFORMATION, VERSION];

/** Their cells hold texts of many lines. */
export const LONG_COLUMNS = ["チャプター", "概要文"];

/** The version is last: a row that a spreadsheet cut off has none. */
export const HEADER = [NUMBER, ...ALL_COLUMNS];

/** The key of a column in a read row. */
export const keyOf = normalizeColumn;

/** The cells that staff change, in the order of `COLUMNS`. */
export const cellsOf = (video: SheetVideo) => COLUMNS.map((column) => canonical(column.write(video)));

/** The row of the export, in the order of `HEADER`. */
export function rowOf(video: SheetVideo): string[] {
  const cells = cellsOf(video);
  const guarded = cells.map((cell, index) => (COLUMNS[index]?.isText ? keepAsText(cell) : cell));
  return [String(video.id), ...guarded, ...READ_ONLY.map(({ write }) => write(video)), versionOf(cells)];
}

function valid<T>(schema: z.ZodMiniType<T>, cell: string, fields: (value: T) => Partial<SheetVideo>) {
  const result = z.safeParse(schema, cell);
  return result.success ? fields(result.data) : result.error.issues.map(({ message }) => message).join(" ");
}

/** Like `resolveHostId`. The import looks for the file of a name. */
function readAddress(cell: string, current: SheetVideo): Partial<SheetVideo> | string {
  const found = parseHostVideo(cell);
  const isId = found?.host === null;
  const isNumber = isId && found.video_id !== current.video_id && isVimeoId(found.video_id);
  const host = found?.host ?? (isNumber && current.host === "youtube" ? "vimeo" : current.host);
  const isCurrent = isId && found.video_id === current.video_id;
  if (found === null || (isId && !isCurrent && playsHere(host))) {
    return `${whyNoVideo(cell)}アップロードした動画は、ファイルの名前にしてください。`;
  }
  return { host, video_id: found.video_id, host_hash: isCurrent ? current.host_hash : found.host_hash };
}

function namesColumn(label: string, key: "categories" | "tags" | "playlists"): Column {
  const Name = name(label, { max: 50 });
  return {
    name: label,
    key,
    isText: true,
    write: (video) => joinNames(video[key]),
    read: (cell, _current, { names }) => {
      const table: NameTable = names[key];
      const given = [...new Set(splitNames(cell).map((each) => table.labelOf(each)))];
      if (given.length > NAMES_MAX) return `${NAMES_MAX}件までにしてください。`;
      const shared = given.find((each) => table.isShared(each));
      if (shared !== undefined) return `「${shared}」は2つ以上あります。「${shared} #番号」のように書いてください。`;
      const unknown = given.filter((each) => table.idOf(each) === undefined);
      if (key === "playlists" && unknown.length > 0) return `「${unknown[0]}」という再生リストはありません。`;
      const invalid = unknown.find((each) => !z.safeParse(Name, each).success);
      return invalid === undefined ? { [key]: given } : `「${invalid}」は50文字以内にしてください。`;
    },
  };
}
