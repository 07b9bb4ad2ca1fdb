import { spawn } from "node:child_process";
import { constants } from "node:os";
import { watchNpm } from "./npm-alive.mjs";
import { environment, root } from "./quiet-run.mjs";

const children = new Set();

/** Sends a signal to all programs that `serve` runs. */
export function end(signal) {
  for (const child of children) child.kill(signal);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
// SIGHUP: the terminal was closed.
process.on("SIGHUP", () => end("SIGTERM"));
watchNpm(() => end("SIGTERM"));

const guard = new URL("./end-with-parent.mjs", import.meta.url).href;

/**
 * Runs a server in the foreground until it ends, and forwards signals to it.
 * @returns {Promise<number>} its exit code, by the shell's convention
 */
export function serve(node, words, variables) {
  return new Promise((resolve) => {
    const child = spawn(node, ["--import", guard, ...words], {
      cwd: root,
      env: { ...environment, ...variables },
      // The guard notices when the channel closes because this process was killed.
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    children.add(child);
    child.once("exit", (code, signal) => {
      children.delete(child);
      resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]);
    });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
  });
}
