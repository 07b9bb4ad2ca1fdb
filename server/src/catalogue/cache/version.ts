import { int, statement } from "../../db/statement.ts";

const bump = statement("catalogue.bump", { version: int })`
  update catalogue_version set version = version + 1 returning version`;

export const readVersion = statement("catalogue.version", { version: int })`select version from catalogue_version`;

/** Every process sees the new version at its next check. Call it in the transaction that changes the catalogue. */
export const bumpCatalogue = (tx: Parameters<typeof bump>[0]) => bump(tx, []);
