import { everyCall } from "@manabiya/contract/every-call.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createVideo } from "../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../test/testing/form.ts";
import { staffCalls } from "../../test/testing/staff-calls.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { readCsv } from "./read.ts";
import { unescapeCell, writeCsv } from "./write.ts";

const t = useTestApp();

const COLUMNS = { required: ["title"], optional: ["note"] };

/** How a spreadsheet reads a cell's text: it skips invisible characters, and takes wide signs for narrow ones. */
const evaluates = (text: string) =>
  /^[=+\-@]/.test(text.replace(/^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/u, "").normalize("NFKC"));

/** Texts that begin with some of the characters that matter. */
const cells = fc
  .tuple(
    fc.array(fc.constantFrom(..."=+-@＝＋－＠﹦﹢﹣﹫'\t\r\n\v\f \u3000\u00a0\u200b\ufeff\u202e,;\"|%あa1".split("")), {
      maxLength: 6,
    }),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  )
  .map(([head, tail]) => head.join("") + tail.replaceAll("\0", ""));

/** The records of a CSV, by a reader of this test alone. */
function parse(csv: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, plain = "", end] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") records.push([]);
  }
  return records.slice(0, -1);
}

test("no cell of a CSV is a formula, and each text comes back", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cells, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), (rows) => {
      const records = parse(writeCsv(rows));
      expect(records.map((row) => row.map(unescapeCell))).toEqual(rows);
      for (const text of records.flat()) {
        expect(evaluates(text), JSON.stringify(text)).toBe(false);
        expect(text).not.toMatch(/^[\t\r\n]/);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  "＝1+1",
  "＠SUM(A1)",
  "＋1",
  "－1",
  "\n=1+1",
  "\r=1",
  "\t=1",
  " =1+1",
  "　＝1",
  "\u200b=1",
  "'=1",
  "=1+1",
  "-1",
  "@a",
  "+1",
])("%j gets a prefix", (text) => {
  expect(parse(writeCsv([[text]]))).toEqual([[`'${text}`]]);
});

test.each(["題", "1-1", "a=b", "'引用'", "it's", "(=1)", "２０２６年", "a\n=b", "https://youtu.be/a-b", ""])(
  "%j stays as it is",
  (text) => {
    expect(parse(writeCsv([[text]]))).toEqual([[text]]);
  },
);

test("a person's CSV is read with and without the prefix", async () => {
  const file = (text: string) => new File([text], "a.csv");
  const { rows } = await readCsv(file("title,note\n＝1+1,'＝1+1\n=1,''=1\n"), "csv_file", COLUMNS);
  expect(rows.map(({ cells: { title, note } }) => [title, note])).toEqual([
    ["＝1+1", "＝1+1"],
    ["=1", "'=1"],
  ]);
});

test.each([
  ["MS-DOS's end", 'title,note\n題,"一,二"\n\u001a'],
  ["semicolons", "title;note\n題;一,二\n"],
  ["tabs", "title\tnote\r\n題\t一,二\r\n"],
  ["Excel's line for semicolons", "sep=;\r\ntitle;note\r\n題;一,二\r\n"],
  ["Excel's line for tabs", "\ufeffSEP=\t\ntitle\tnote\n題\t一,二\n"],
  ["Excel's line for commas", 'sep=,\ntitle,note\n題,"一,二"\n'],
])("a file with %s is read, and its rows keep their numbers", async (name, text) => {
  const { rows } = await readCsv(new File([text], "a.csv"), "csv_file", COLUMNS);
  expect(rows.map(({ number, cells: row }) => [number, row])).toEqual([
    [name.startsWith("Excel") ? 3 : 2, { title: "題", note: "一,二" }],
  ]);
});

test("an exported text is imported as it was", async () => {
  const text = cells.map((each) => each.trim().replaceAll(/\r\n?/g, "\n")).filter((each) => each !== "");
  await fc.assert(
    fc.asyncProperty(text, text, async (title, note) => {
      const csv = new File(
        [
          writeCsv([
            ["title", "note"],
            [title, note],
          ]),
        ],
        "a.csv",
      );
      const { rows } = await readCsv(csv, "csv_file", COLUMNS);
      expect(rows[0]?.cells).toEqual({ title, note });
    }),
    { numRuns: 300 },
  );
});

describe("every answer with a CSV", () => {
  const schemaOf = (schema: z.ZodMiniType | undefined) =>
    schema ? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {}) : {};
  const uploads = everyCall.filter(({ route }) => "bad_rows" in schemaOf(route.schema.response[200]));

  test("is found in the contract", () => {
    expect(uploads.map(({ name }) => name)).toEqual([
      "adminVideoCsv.upload",
      "adminVideoSheet.upload",
      "adminChapters.uploadCsv",
      "adminMoving.importMembers",
    ]);
  });

  test.each(uploads)("of $name holds no formula of the file that it was made from", async ({ route }) => {
    const { headers } = await staffCalls(t).superuser();
    const { id } = await createVideo(t.db, t.clock);
    const hostile = ["＝1+1", "@SUM(A1)", "\n=1", " －1+1"];
    const columns = ["title", "video_id", "chapter_title", "description", "time", "email", "username", "created_at"];
    columns.push("番号", "タイトル", "＝HEAD()", "\t=1");
    const file = writeCsv([columns, ...hostile.map((text) => columns.map(() => text))]).replaceAll("'", "");
    const fields = Object.keys(schemaOf(route.schema.body));
    const given = fields.map((field) => [field, field === "reason" ? "移行" : fileOf(file, "a.csv")]);
    const form = await formPayload(Object.fromEntries(given));
    const url = route.url.replace(":id", String(id));
    const answer = await t.app.inject({
      method: "POST",
      url,
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    });
    const records = parse(answer.json<{ bad_rows: string }>().bad_rows);
    expect(records).toHaveLength(1 + hostile.length);
    expect(records.flat().filter(evaluates)).toEqual([]);
  });
});
