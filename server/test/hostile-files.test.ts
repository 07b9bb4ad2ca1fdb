import { contract } from "@manabiya/contract";
import { beforeAll, expect, test } from "vitest";
import { createVideo } from "./testing/factories.ts";
import { fileOf, formPayload } from "./testing/form.ts";
import { cheapest } from "./testing/processor-time.ts";
import { staffCalls } from "./testing/staff-calls.ts";
import { useTestApp } from "./testing/test-app.ts";

/** Milliseconds of processor time in which nobody else is answered. Reading a file of megabytes is most of it. */
const MAX = 200;

const t = useTestApp();
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["staff"]>>;
let video: { id: number };

beforeAll(async () => {
  me = await staffCalls(t).staff();
  video = await createVideo(t.db, t.clock);
});

async function sendSheet(url: string, field: string, csv: string) {
  const form = await formPayload({ [field]: fileOf(csv, "videos.csv") });
  return t.app.inject({ method: "POST", url, payload: form.payload, headers: { ...form.headers, ...me.headers } });
}

const marks = (length: number) => `1${"\u0300".repeat(length / 2)}${"\u0327".repeat(length / 2)}`;
const sheetUrl = `${contract.adminVideoSheet.upload.url}?dry_run=true`;

test.each([
  ["番号", `番号,タイトル\n1,a\n${marks(40_000)},b\n`, "3行目の「番号」が長すぎます。5,000文字以内にしてください。"],
  ["タグ", `番号,タグ\n1,${marks(100_000)}\n`, "2行目の「タグ」が長すぎます。5,000文字以内にしてください。"],
  ["its heading", `番号,${marks(100_000)}\n1,a\n`, "1行目の「2列目」が長すぎます。5,000文字以内にしてください。"],
])(
  "a table of videos with a cell of thousands of marks in %s is refused by row and column",
  async (_name, csv, message) => {
    const { answer, milliseconds } = await cheapest(() => sendSheet(sheetUrl, "csv_file", csv));
    expect([answer.statusCode, answer.json().fields.csv_file]).toEqual([400, [message]]);
    expect(milliseconds).toBeLessThan(MAX);
  },
);

test.each([
  [
    "a table of videos",
    sheetUrl,
    "csv_file",
    `番号,概要文,チャプター\n${`1,${marks(100_000)},0:00 ${marks(100_000)}\n`.repeat(4)}`,
  ],
  [
    "new videos",
    `${contract.adminVideoCsv.upload.url}?dry_run=true`,
    "csv_file",
    `title,video_id,tags,published_at\n${`${marks(9_000)},${marks(9_000)},${marks(9_000)},${marks(9_000)}\n`.repeat(9)}`,
  ],
])("%s with long cells of marks takes no long time", async (_name, url, field, csv) => {
  const { answer, milliseconds } = await cheapest(() => sendSheet(url, field, csv));
  expect(answer.statusCode).toBeLessThan(500);
  expect(milliseconds).toBeLessThan(2 * MAX);
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
