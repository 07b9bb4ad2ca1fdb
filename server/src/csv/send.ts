import { encodeLegacy } from "./legacy.ts";
import { writeCsv } from "./write.ts";

export type Column<T> = [heading: string, value: (row: T) => string | number];

/** @returns a file whose first row has the headings */
export function table<T>(columns: Column<T>[], rows: readonly T[]): string {
  return writeCsv([columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, value]) => value(row)))]);
}

interface CsvReply {
  type(type: string): this;
  header(name: string, value: string): this;
  serializer(serialize: (text: string) => string | Buffer): this;
}

/** The default serializer would write JSON. @returns the text, which the handler must return */
export function sendCsv(reply: CsvReply, text: string): string {
  reply.type("text/csv; charset=utf-8").serializer((content) => content);
  return text;
}

/** The same, to be saved under a name. */
export function sendCsvFile(reply: CsvReply, name: string, text: string): string {
  reply.header("content-disposition", `attachment; filename="${name}"`);
  return sendCsv(reply, text);
}

/** The same in the code page of Windows in Japan, without the mark of UTF-8. */
export function sendLegacyCsv(reply: CsvReply, text: string): string {
  reply.type("text/csv; charset=shift_jis").serializer(encodeLegacy);
  return text.replace(/^\ufeff/, "");
}
