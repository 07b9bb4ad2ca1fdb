import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { shellBlocks } from "./document.ts";

/** Executes the document's block `sh DRILL desk` on this computer. @returns the archive for this computer's processor */
export function makeRelease(document: string, drill = "kit"): string {
  const block = shellBlocks(document).find(({ words }) => words.join(" ") === `${drill} desk`);
  const output = execFileSync("bash", ["-c", block?.commands.join("\n") ?? ""], { cwd: root, encoding: "utf8" });
  console.log(output.trim());
  const archive = output.match(/release\/manabiya-\S+\.tar\.gz/g)?.find((path) => path.includes(`-${process.arch}.`));
  return join(root, archive ?? "");
}
