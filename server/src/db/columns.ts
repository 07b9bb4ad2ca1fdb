/**
 * A column of a statement's rows. server/test/statements.test.ts compares the name, the type and nullability of every
 * column with PostgreSQL's description of the statement.
 */
export interface Column<T = unknown> {
  /** PostgreSQL's names of the types that are read as `T`. */
  readonly types: readonly string[];
  /**
   * - `never`: the schema or the expression excludes null
   * - `possible`: null is read as null
   * - `excluded`: the table's column allows null, but the statement's own conditions exclude it
   */
  readonly null: "never" | "possible" | "excluded";
  /** Only for the compiler. */
  readonly value?: T;
}

export type Columns = Readonly<Record<string, Column>>;

/** The row that a statement with these columns returns. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: ValueOf<C[Name]> };

type ValueOf<C> = C extends Column<infer T> ? T : never;

const column = <T>(...types: string[]): Column<T> => ({ types, null: "never" });

/** Counts and versions too: all of them are far below 2^53. */
export const int = column<number>("int2", "int4", "int8");
export const float = column<number>("float4", "float8");
export const bool = column<boolean>("bool");
export const text = column<string>("text");
export const bytes = column<Buffer>("bytea");
export const uuid = column<string>("uuid");
/** An instant as ISO 8601 in UTC. */
export const instant = column<string>("timestamptz");
export const ints = column<number[]>("int4[]", "int8[]");
export const texts = column<string[]>("text[]");
export const instants = column<string[]>("timestamptz[]");

/** A text of which the schema's check constraint, or the statement, allows only these values. */
export const textOf = <T extends string>(): Column<T> => column<T>("text");

/** Parsed JSON. PostgreSQL does not know its shape: the statement that builds it must. */
export const json = <T>(): Column<T> => column<T>("json", "jsonb");

/** The same column, which may also be null. */
export const nullable = <T>(of: Column<T>): Column<T | null> => ({ types: of.types, null: "possible" });

/** A column of a table that may be null, where the statement returns only rows in which it is not. */
export const notNull = <T>(of: Column<T>): Column<T> => ({ types: of.types, null: "excluded" });
