import type { CsvRow } from "./read.ts";

/** Rows that fit together into one transaction. */
export async function* batchesOf(
  rows: Iterable<CsvRow> | AsyncIterable<CsvRow>,
  most: { rows: number; characters: number },
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    for (const { length } of row.raw) characters += length;
    if (batch.push(row) < most.rows && characters < most.characters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
