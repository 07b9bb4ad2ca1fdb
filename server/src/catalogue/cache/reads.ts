import type { Database } from "../../db/open.ts";

/** The database, of which the catalogue only reads. */
export type Reads = Pick<Database, "query">;
