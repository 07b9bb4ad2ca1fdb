import { type Change, type Journal, openJournal, type Row } from "./journal.ts";
import type { Kind, Kinds } from "./kinds.ts";

/**
 * All objects, in memory, in order of creation. Rows are immutable: `put` replaces the whole row. So events and
 * answers stay unchanged, and a failed unit of work can be rolled back.
 */
export class Store {
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #byCustomer = new Map<string, Map<string, Row>>();
  readonly #journal: Journal | null;
  #before: Change[] = [];
  /** Increases with every commit; a cache of computed values is valid for one version. */
  version = 0;

  /** @param file the journal; null: in memory only */
  constructor(file: string | null) {
    this.#journal = file === null ? null : openJournal(file, (change) => this.#apply(change));
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#table(kind).get(id) as Kinds[K] | undefined;
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#table(kind).values()] as Kinds[K][];
  }

  /** Oldest first. */
  ofCustomer<K extends Kind>(kind: K, customer: string): Kinds[K][] {
    return [...(this.#byCustomer.get(`${kind} ${customer}`)?.values() ?? [])] as Kinds[K][];
  }

  put<K extends Kind>(kind: K, row: Kinds[K]): Kinds[K] {
    this.#change([kind, row.id, row]);
    return row;
  }

  remove(kind: Kind, id: string): void {
    this.#change([kind, id, null]);
  }

  /**
   * Writes the changes since the last commit to the journal.
   * @throws after a rollback, when the journal cannot be written
   */
  commit(): void {
    if (this.#before.length === 0) return;
    const touched = new Map(this.#before.map(([kind, id]) => [`${kind} ${id}`, [kind, id] as const]));
    try {
      this.#journal?.append([...touched.values()].map(([kind, id]) => [kind, id, this.#table(kind).get(id) ?? null]));
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.#before = [];
    this.version++;
  }

  rollback(): void {
    const before = this.#before.reverse();
    this.#before = [];
    for (const change of before) this.#apply(change);
  }

  close(): void {
    this.#journal?.close();
  }

  #change(change: Change): void {
    const [kind, id] = change;
    this.#before.push([kind, id, this.#table(kind).get(id) ?? null]);
    this.#apply(change);
  }

  #apply([kind, id, row]: Change): void {
    const table = this.#table(kind);
    const previous = customerOf(table.get(id));
    const customer = row === null ? null : customerOf(row);
    if (previous !== null && previous !== customer) this.#byCustomer.get(`${kind} ${previous}`)?.delete(id);
    if (row === null) {
      table.delete(id);
      return;
    }
    table.set(id, row);
    if (customer === null) return;
    const key = `${kind} ${customer}`;
    const index = this.#byCustomer.get(key) ?? new Map<string, Row>();
    this.#byCustomer.set(key, index.set(id, row));
  }

  #table(kind: string): Map<string, Row> {
    let table = this.#tables.get(kind);
    if (table === undefined) {
      table = new Map();
      this.#tables.set(kind, table);
    }
    return table;
  }
}

function customerOf(row: Row | undefined): string | null {
  const customer: unknown = row !== undefined && "customer" in row ? row.customer : null;
  return typeof customer === "string" ? customer : null;
}
