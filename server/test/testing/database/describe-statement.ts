import type pg from "pg";

/** A column of a statement's rows, described without running the statement. */
export interface DescribedColumn {
  name: string;
  typeId: number;
  /** The source table and column; 0 for an expression. */
  tableId: number;
  columnNumber: number;
}

interface Connection {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(message: { type: "S"; name: string }): void;
  sync(): void;
}

/** Sends Parse and Describe of the extended protocol, which `pg` sends only together with Bind and Execute. */
class Describe implements pg.Submittable {
  readonly described: Promise<DescribedColumn[]>;
  readonly #text: string;
  readonly #columns: DescribedColumn[] = [];
  #resolve!: (columns: DescribedColumn[]) => void;
  #reject!: (error: Error) => void;

  constructor(text: string) {
    this.#text = text;
    this.described = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    const { parse, describe, sync } = connection as unknown as Connection;
    parse.call(connection, { name: "", text: this.#text, types: [] });
    describe.call(connection, { type: "S", name: "" });
    sync.call(connection);
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    for (const { name, dataTypeID, tableID, columnID } of fields) {
      this.#columns.push({ name, typeId: dataTypeID, tableId: tableID, columnNumber: columnID });
    }
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#columns);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

/** @throws PostgreSQL's error for a text that it cannot parse */
export async function describeStatement(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  const query = new Describe(text);
  client.query(query);
  return query.described;
}
