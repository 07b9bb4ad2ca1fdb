import { globSync, readFileSync } from "node:fs";
import { statements } from "../../../src/db/statement.ts";

const SOURCES = new URL("../../../src/", import.meta.url);
const DECLARES = /import \{.*\b(command|statement)\b.*\} from ".*db\/statement.ts"/;

/** Imports every file that declares statements. */
export async function allStatements(): Promise<typeof statements> {
  for (const path of globSync("**/*.ts", { cwd: SOURCES })) {
    const source = new URL(path, SOURCES);
    if (DECLARES.test(readFileSync(source, "utf8"))) await import(source.href);
  }
  return statements;
}
