import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../../", import.meta.url);

/** @param file such as "security/asvs-5.0.md" */
export const pathOf = (file: string): string => fileURLToPath(new URL(file, ROOT));

const titles = new Map<string, Set<string>>();

/** The titles of a file's tests, also of `test.each` and `it.each`. */
export function titlesOf(file: string): Set<string> {
  const known = titles.get(file);
  if (known) return known;
  const source = readFileSync(pathOf(file), "utf8");
  const calls = source.matchAll(/(?:\b(?:test|it)|\))\(\s*(?:"((?:[^"\\]|\\.)+)"|`([^`]+)`),/g);
  const found = new Set([...calls].map(([, quoted, template]) => quoted ?? template ?? ""));
  titles.set(file, found);
  return found;
}

/** References of a document to tests: `` `file` › title ``, up to a line break or the end of a table cell. */
export function namedTests(text: string): { file: string; title: string }[] {
  return [...text.matchAll(/`([^`]+)` › (.+?)(?=<br>| \|$|$)/gm)].map(([, file = "", title = ""]) => ({ file, title }));
}
