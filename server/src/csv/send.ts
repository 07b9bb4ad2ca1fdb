import { writeCsv } from "./write.ts";

export type Column<T> = [heading: string, value: (row: T) => string | number];

/** @returns a file whose first row has the headings */
export function table<T>(columns: Column<T>[], rows: readonly T[]): string {
  return writeCsv([columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, value]) => value(row)))]);
}

interface CsvReply {
  type(type: string): this;
  serializer(serialize: (text: string) => string | Buffer): this;
}

/** The default serializer would write JSON. @returns the text, which the handler must return */
export function sendCsv(reply: CsvReply, text: string): string {
  reply.type("text/csv; charset=utf-8").serializer((content) => content);
  return text;
}

/** The same in the code page of Windows in Japan, without the mark of UTF-8. */
export function sendLegacyCsv(reply: CsvReply, text: string): string {
  reply.type("text/csv; charset=shift_jis").serializer(encodeLegacy);
  return text.replace(/^\ufeff/, "");
}

/** Unicode has two of each; the code page's table names the other one. */
const TWINS: Record<string, string> = {
  "\u301c": "\uff5e",
  "\u2212": "\uff0d",
  "\u2014": "\u2015",
  "\u2016": "\u2225",
};

let codes: Map<string, number[]> | null = null;

/** Windows' code page 932, by the decoder's own table. Characters outside it become 〓. */
function encodeLegacy(text: string): Buffer {
  codes ??= readCodes();
  const known = codes;
  const missing = known.get("〓") ?? [];
  return Buffer.from([...text].flatMap((character) => known.get(TWINS[character] ?? character) ?? missing));
}

function readCodes(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const decoder = new TextDecoder("shift_jis");
  const read = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && character !== "\ufffd" && !found.has(character)) found.set(character, bytes);
  };
  for (let byte = 0; byte < 0x80; byte++) read(byte);
  for (let byte = 0xa1; byte < 0xe0; byte++) read(byte);
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    // Rows ed and ee repeat characters of fa to fc, which Windows writes.
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) read(lead, trail);
  }
  return found;
}
