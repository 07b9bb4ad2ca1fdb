import { contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { MEMBER_COLUMNS } from "@manabiya/contract/staff/members/moving.ts";
import { CSV_MAX_BYTES } from "@manabiya/contract/staff/upload.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeLegacy } from "../src/csv/legacy.ts";
import { HEADER } from "../src/staff/sheet/columns.ts";
import { VIDEO_COLUMNS } from "../src/staff/videos/csv-rows.ts";
import { COSTLY, marks } from "./testing/costly-texts.ts";
import { createVideo } from "./testing/factories.ts";
import { fileOf, formPayload } from "./testing/form.ts";
import { cheapest } from "./testing/processor-time.ts";
import { staffCalls } from "./testing/staff-calls.ts";
import { useTestApp } from "./testing/test-app.ts";

/** Milliseconds of processor time in which nobody else is answered. Reading a file of megabytes is most of it. */
const MAX = 200;
/** The same for 2 MB of cells, with turns for others between them. */
const TABLE_MAX = 600;

const t = useTestApp();
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let video: { id: number };

beforeAll(async () => {
  me = await staffCalls(t).superuser();
  video = await createVideo(t.db, t.clock);
});

async function sendSheet(csv: string) {
  const form = await formPayload({ csv_file: fileOf(csv, "videos.csv") });
  return t.app.inject({
    method: "POST",
    url: sheetUrl,
    payload: form.payload,
    headers: { ...form.headers, ...me.headers },
  });
}

const sheetUrl = `${contract.adminVideoSheet.upload.url}?dry_run=true`;

test.each([
  ["番号", `番号,タイトル\n1,a\n${marks(40_000)},b\n`, "3行目の「番号」が長すぎます。5,000文字以内にしてください。"],
  ["タグ", `番号,タグ\n1,${marks(100_000)}\n`, "2行目の「タグ」が長すぎます。5,000文字以内にしてください。"],
  ["its heading", `番号,${marks(100_000)}\n1,a\n`, "1行目の「2列目」が長すぎます。5,000文字以内にしてください。"],
])(
  "a table of videos with a cell of thousands of marks in %s is refused by row and column",
  async (_name, csv, message) => {
    const { answer, milliseconds } = await cheapest(() => sendSheet(csv));
    expect([answer.statusCode, answer.json().fields.csv_file]).toEqual([400, [message]]);
    expect(milliseconds).toBeLessThan(MAX);
  },
);

test("a table of videos with longer cells of marks takes no long time", async () => {
  const csv = `番号,概要文,チャプター\n${`1,${marks(100_000)},0:00 ${marks(100_000)}\n`.repeat(4)}`;
  const { answer, milliseconds } = await cheapest(() => sendSheet(csv));
  expect(answer.statusCode).toBeLessThan(500);
  expect(milliseconds).toBeLessThan(2 * MAX);
});

/** The columns of each call that takes a table. */
const TABLES: Record<string, readonly string[]> = {
  "adminVideoCsv.upload": [...VIDEO_COLUMNS.required, ...VIDEO_COLUMNS.optional],
  "adminVideoSheet.upload": HEADER,
  "adminChapters.uploadCsv": ["chapter_title", "time", "description"],
  "adminMoving.importMembers": MEMBER_COLUMNS,
};
/** Theirs are in bombs.test.ts. */
const PICTURES = ["questions.setPicture", "adminVideos.create", "adminVideos.setThumbnail", "adminSite.addPicture"];
const uploads = everyCall.filter(({ route }) => route.config.upload !== undefined);

/** Bytes of a row, below the limit. */
const ROW = 60_000;
const quoted = (text: string) => `"${text}"`;

/** As many rows as a file has, with the same text in each cell. */
function filled(columns: readonly string[], cell: string): string {
  const row = `${columns.map(() => quoted(cell)).join(",")}\n`;
  return `${columns.join(",")}\n${row.repeat(Math.ceil((CSV_MAX_BYTES - 1_000) / Buffer.byteLength(row)) - 1)}`;
}

const FILES: Record<string, (columns: readonly string[]) => string | Uint8Array<ArrayBuffer>> = {
  ...Object.fromEntries(
    Object.entries(COSTLY).map(([what, { bytes, of }]) => [
      what,
      (columns: readonly string[]) => filled(columns, of(Math.min(5_000, ROW / columns.length / bytes))),
    ]),
  ),
  "half-width kana in Shift_JIS": (columns) => Uint8Array.from(encodeLegacy(filled(columns, "ｶﾞ".repeat(500)))),
  "full-width signs in UTF-16": (columns) =>
    Uint8Array.from(Buffer.from(`\ufeff${filled(columns, "０：".repeat(500))}`, "utf16le")).subarray(0, CSV_MAX_BYTES),
  "many short rows": (columns) => `${columns.join(",")}\n${"1\n".repeat(5_000)}`,
  "many short rows below 80 more columns": (columns) =>
    `${[...columns, ...Array.from({ length: 80 }, (_, index) => `x${index}`)].join(",")}\n${"1\n".repeat(5_000)}`,
  "thousands of columns without a name": (columns) =>
    `${columns.join(",")}${",".repeat(50_000)}\n${"1\n".repeat(5_000)}`,
  "a heading of thousands of columns": (columns) =>
    `${columns.join(",")}${Array.from({ length: 10_000 }, (_, index) => `,${index}`).join("")}\n${"1\n".repeat(5_000)}`,
};

test("every call that takes a file is here", () => {
  expect(uploads.map(({ name }) => name).toSorted()).toEqual([...Object.keys(TABLES), ...PICTURES].toSorted());
});

describe.each(Object.entries(TABLES))("%s", (name, columns) => {
  test.each(Object.entries(FILES))("takes no long time for %s", async (_what, make) => {
    const { url } = uploads.find((call) => call.name === name)?.route ?? { url: "" };
    const field = name === "adminChapters.uploadCsv" ? "file" : "csv_file";
    const { payload, headers } = await formPayload({ reason: "移行", [field]: fileOf(make(columns), "table.csv") });
    const { answer, milliseconds } = await cheapest(
      () =>
        t.app.inject({
          method: "POST",
          url: `${url.replace(":id", String(video.id))}?dry_run=true`,
          payload,
          headers: { ...headers, ...me.headers },
        }),
      (found) => found < TABLE_MAX,
    );
    expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(413);
    expect(milliseconds).toBeLessThan(TABLE_MAX);
  });
});

const readUrl = () => contract.adminCaptions.read.url.replace(":id", String(video.id));
const TIMES = "00:01.000 --> 00:02.000";

test.each([
  ["2 MB of lines without a time", "\n\nx".repeat(660_000)],
  ["300,000 broken times", "-->\n".repeat(300_000)],
  ["60,000 cues", `${TIMES}\nx\n\n`.repeat(60_000)],
  ["60,000 cues in one line each", `${TIMES}\r`.repeat(60_000)],
  ["as many lines without a time as are read", "\n\nx".repeat(30_000)],
])("captions of %s are refused in a few sentences", async (_name, text) => {
  const payload = JSON.stringify({ text });
  const headers = { ...me.headers, "content-type": "application/json" };
  const read = () => t.app.inject({ method: "POST", url: readUrl(), payload, headers });
  const { answer, milliseconds } = await cheapest(read);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields.text.length).toBeLessThanOrEqual(21);
  expect(milliseconds).toBeLessThan(MAX);
});

test("a list of 600,000 lines of captions is counted before it is read", async () => {
  const url = contract.adminCaptions.set.url.replace(":id", String(video.id));
  const payload = `{"lines":[${"0,".repeat(600_000)}0],"published":false,"revision":0}`;
  const headers = { ...me.headers, "content-type": "application/json" };
  const { answer, milliseconds } = await cheapest(() => t.app.inject({ method: "PUT", url, payload, headers }));
  expect(answer.json().fields).toEqual({ lines: ["字幕は5,000行までです。"] });
  expect(milliseconds).toBeLessThan(MAX);
});
