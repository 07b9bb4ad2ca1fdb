import { command, int, statement, text } from "../../db/statement.ts";

const synonymColumns = { id: int, name: text, revision: int };
const SYNONYMS = `s.id, s.words as name, s.revision`;

/** Values: group id, or null for all. */
export const readSynonyms = statement("admin-synonyms.read", synonymColumns)`
  select ${SYNONYMS} from synonym_groups s where $1::int is null or s.id = $1 order by s.id`;

/** Values: id. */
export const lockSynonyms = command("admin-synonyms.lock")`select from synonym_groups where id = $1 for update`;

/** Values: words. */
export const insertSynonyms = statement("admin-synonyms.insert", synonymColumns)`
  insert into synonym_groups as s (words) values ($1) returning ${SYNONYMS}`;
