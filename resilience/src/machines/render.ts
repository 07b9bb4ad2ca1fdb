import { readFile } from "node:fs/promises";
import { root } from "../../../scripts/quiet-run.mjs";

/** A file of `deploy/` as its installer writes it: every `@NAME@` has its value. @throws for a name without one */
export async function render(path: string, values: Record<string, string>): Promise<string> {
  const template = await readFile(`${root}deploy/${path}`, "utf8");
  return template.replace(/@([A-Z][A-Z0-9_]*)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/${path} needs a value of ${name}.`);
    return value;
  });
}
