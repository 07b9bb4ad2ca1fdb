import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program to its end. @throws with what it printed */
export async function run(command: string, args: string[], cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, encoding: "utf8" });
  return stdout;
}
