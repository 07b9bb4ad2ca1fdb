import { type Columns, type Database, statement } from "../db/statement.ts";

export interface Member {
  id: number;
  email: string;
}

/** A hash that no password fits, and the time in milliseconds since 1970. */
export interface Closing {
  unusableHash: string;
  now: number;
}

export interface Owner {
  column: "id" | "user_id";
  value: (member: Member) => unknown;
}

interface Exception {
  /** The columns that may still say something about the member. */
  leaves: readonly string[];
  reason: string;
  anonymize?: (tx: Database, member: Member, closing: Closing) => Promise<unknown>;
}

export interface Exported {
  /** The key in the exported JSON. */
  as: string;
  /** `at`: now, ISO 8601. */
  read: (db: Database, member: Member, at: string) => Promise<unknown>;
}

interface Expiry {
  /** The column with the instant from which the days count; rows without an instant stay. */
  after: string;
  days: number;
}

/** One table with data about members. */
export interface PersonalData {
  /** The column that identifies the member. `user_id` unless the entry says otherwise; null if no column does. */
  owner?: Owner | null;
  /** 退会 deletes the member's rows, or the entry says which columns stay and why. */
  onClose: "delete" | Exception;
  /** The part of the data export, or the reason why there is none. */
  exported: Exported | { not: string };
  /** The nightly job deletes expired rows, or the entry says how long they stay. */
  retention: Expiry | { unlimited: string };
}

export const BY_USER_ID: Owner = { column: "user_id", value: ({ id }) => id };

/** The rows of the member, for the data export. The only value is the user id: addresses pass to other accounts. */
export function list(as: string, columns: Columns, sql: string): Exported {
  const rows = statement(`export.${as}`, columns)`${sql}`;
  return { as, read: (db, { id }) => rows(db, [id]) };
}

/** As `list`, for plain rows of a table. @param order such as "created_at desc" */
export const rows = (as: string, columns: Columns, order: string, table = as): Exported =>
  list(as, columns, `${selectOf(columns, table)} order by ${order}`);

/** As `list`, for records that staff may withhold again. Values: the member's id, now. */
export function listAt(as: string, columns: Columns, sql: string): Exported {
  const rows = statement(`export.${as}`, columns)`${sql}`;
  return { as, read: (db, { id }, at) => rows(db, [id, at]) };
}

/** The member's only row of a table, or null. */
export function one(as: string, columns: Columns, table: string, owner: Owner = BY_USER_ID): Exported {
  const { read } = list(as, columns, selectOf(columns, table, owner));
  return { as, read: async (db, member, at) => ((await read(db, member, at)) as unknown[])[0] ?? null };
}

const selectOf = (columns: Columns, table: string, { column } = BY_USER_ID) =>
  `select ${Object.keys(columns).join(", ")} from ${table} where ${column} = $1`;
