import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { shellBlocks } from "./document.ts";

/** Executes the document's block `sh kit desk` on this computer. @returns the archive that it made */
export function makeRelease(document: string): string {
  const block = shellBlocks(document).find(({ words }) => words.join(" ") === "kit desk");
  const output = execFileSync("bash", ["-c", block?.commands.join("\n") ?? ""], { cwd: root, encoding: "utf8" });
  console.log(output.trim());
  const [, archive = ""] = /(release\/manabiya-\S+\.tar\.gz)/.exec(output) ?? [];
  return join(root, archive);
}
