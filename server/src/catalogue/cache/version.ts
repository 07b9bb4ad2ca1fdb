import { statement } from "../../db/open.ts";

const bump = statement<{ version: number }>(
  "catalogue.bump",
  `update catalogue_version set version = version + 1 returning version`,
);

export const readVersion = statement<{ version: number }>(
  "catalogue.version",
  `select version from catalogue_version`,
);

/** Tells every process that the catalogue changed. Call it in the transaction that changes it. */
export const bumpCatalogue = (tx: Parameters<typeof bump>[0]) => bump(tx, []);
