import { requestFilms } from "../../catalogue/films/queries.ts";
import type { Command } from "../../config/command.ts";
import { withDatabase } from "./with-database.ts";

/** Lets the running server prepare all films that were never prepared in several qualities. */
export const prepareFilmsCommand: Command = (_, environment) =>
  withDatabase(environment, async (db) => {
    const films = await requestFilms(db, [null, new Date().toISOString()]);
    console.log(`${films.length} films wait. The running server prepares them one after the other.`);
  });
