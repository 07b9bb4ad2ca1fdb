import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NAME = "manabiya-";

/** Milliseconds. A group without processes that is older belongs to a drill that was killed. */
const ABANDONED = 600_000;

/** It waits until the drill closes its input or ends, and leaves neither process nor group nor file behind. */
const CLEAN_UP = `cat > /dev/null
  echo 1 > "$1/cgroup.kill"
  for attempt in $(seq 100); do
    find "$1" -depth -type d -exec rmdir {} + 2> /dev/null
    [ -d "$1" ] || break
    sleep 0.1
  done
  rm -rf "$2"`;

/** The control group of one machine, which its systemd divides among its services. */
export class ControlGroup {
  readonly path: string;
  readonly #cleaner: ChildProcess;

  /**
   * @param folder of the machine, which is removed with the group
   * @throws with what this computer lacks
   */
  constructor(folder: string) {
    if (process.getuid?.() !== 0) throw new Error("A machine with a systemd of its own needs root.");
    const mount = mountedAt();
    removeAbandoned(mount);
    this.path = mkdtempSync(join(mount, NAME));
    this.#cleaner = spawn("sh", ["-c", CLEAN_UP, "sh", this.path, folder], {
      detached: true,
      stdio: ["pipe", "ignore", "inherit"],
    });
    this.#cleaner.unref();
  }

  /** Moves a process to the group of this process, since a group with processes cannot be divided. */
  static leave(pid: number): void {
    const [, own = "/"] = /^0::(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
    writeFileSync(join(mountedAt(), own, "cgroup.procs"), String(pid));
  }

  /** Ends all processes of the group. */
  async remove(): Promise<void> {
    if (this.#cleaner.exitCode !== null) return;
    const ended = once(this.#cleaner, "exit");
    this.#cleaner.ref();
    this.#cleaner.stdin?.end();
    await ended;
  }
}

function mountedAt(): string {
  const [, folder] = /^\S+ (\S+) cgroup2 rw\b/m.exec(readFileSync("/proc/self/mounts", "utf8")) ?? [];
  if (folder === undefined) {
    throw new Error("No cgroup2 is mounted for writing here, without which systemd does not boot.");
  }
  return folder;
}

function removeAbandoned(mount: string): void {
  for (const name of readdirSync(mount).filter((each) => each.startsWith(NAME))) {
    const folder = join(mount, name);
    const isEmpty = readFileSync(join(folder, "cgroup.events"), "utf8").includes("populated 0");
    if (isEmpty && Date.now() - statSync(folder).mtimeMs > ABANDONED) removeTree(folder);
  }
}

/** The files of a group go with its folder. */
function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeTree(join(folder, entry.name));
  }
  rmdirSync(folder);
}
