import { readFileSync } from "node:fs";

/** The parent of a process; undefined where the system does not tell in a file. */
function parentOf(pid) {
  try {
    // pid (name) state parent …: the name may hold anything, brackets included.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return Number(fields[1]);
  } catch {
    return undefined;
  }
}

/**
 * Calls `gone` once when the npm that runs this script was killed: it takes neither its shell nor this process
 * along, and a server that nobody sees would keep the port and the data folder. npm is the parent or, behind a
 * shell, the grandparent; each of them changes when it dies.
 */
export function watchNpm(gone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    gone();
  }, 200);
  timer.unref();
}
