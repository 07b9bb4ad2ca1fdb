import { readFileSync } from "node:fs";

/** The parent of a process; undefined without /proc. */
function parentOf(pid) {
  try {
    // The format is `pid (name) state parent …`; the name may contain brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return Number(fields[1]);
  } catch {
    return undefined;
  }
}

/**
 * Calls `gone` once when the npm that runs this script was killed. npm then leaves its children running, and an orphaned
 * server would hold the port and the data folder. npm is the parent or, behind a shell, the grandparent.
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
