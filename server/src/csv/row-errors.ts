import { CSV_MAX_ERRORS } from "@manabiya/contract/staff/upload.ts";
import type { CsvFile, CsvRow } from "./read.ts";
import { unescapeCell, writeCsv } from "./write.ts";

/** The column of the reasons. */
export const REASON = "エラー";

/** Validation errors of a CSV by row. */
export class RowErrors {
  readonly #messages = new Map<CsvRow, string[]>();

  add(row: CsvRow, ...messages: string[]): void {
    this.#messages.set(row, [...(this.#messages.get(row) ?? []), ...messages]);
  }

  get count(): number {
    return this.#messages.size;
  }

  /** Empty if there are none. */
  get sentence(): string {
    return this.count === 0 ? "" : `${this.count}行に誤りがあります。`;
  }

  /** The part about invalid rows of the answer to an upload. */
  toAnswer(csv: Pick<CsvFile, "header">) {
    return { errors: this.toSentences(), error_count: this.count, bad_rows: this.toCsv(csv) };
  }

  /** At most `CSV_MAX_ERRORS`, in the file's order. */
  toSentences(): string[] {
    return this.#inOrder()
      .slice(0, CSV_MAX_ERRORS)
      .map(([row, messages]) => `${row.number}行目：${messages.join(" ")}`);
  }

  /** A CSV of only the invalid rows, which staff correct and upload again. Null if there are none. */
  toCsv({ header }: Pick<CsvFile, "header">): string | null {
    if (this.count === 0) return null;
    const width = header.length - (header.at(-1) === REASON ? 1 : 0);
    const lines = this.#inOrder().map(([{ raw }, messages]) => [
      ...Array.from({ length: width }, (_, index) => unescapeCell(raw[index] ?? "")),
      messages.join(" "),
    ]);
    return writeCsv([[...header.slice(0, width), REASON], ...lines]);
  }

  #inOrder(): [CsvRow, string[]][] {
    return [...this.#messages].sort(([a], [b]) => a.number - b.number);
  }
}
