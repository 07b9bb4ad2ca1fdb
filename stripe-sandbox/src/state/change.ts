export type Row = { id: string };

/** `[kind, id, row]`; a row of null means that the object was removed. */
export type Change = [kind: string, id: string, row: Row | null];
