import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { needPackages } from "../packages.ts";

const DEBIAN = { version: 12, name: "bookworm" };

const PID_1 = "trap : TERM; while :; do sleep 3600 & wait; done";

const NAMESPACES = ["--mount", "--pid", "--net", "--uts", "--ipc"];

/** The kernel ends the program when this process ends, however it does. */
const WITH_THIS_PROCESS = ["--pdeathsig", "KILL"];

/** Milliseconds for one command. */
const TIMEOUT = 300_000;

export interface Ran {
  code: number | null;
  output: string;
}

/**
 * A bare Debian in namespaces of its own: processes, mounts, host name and a network that has loopback alone. It has
 * no systemd running; `systemctl` is the stand-in beside this file. Its packages were downloaded beforehand.
 */
export class Debian {
  readonly folder: string;
  readonly #holder: ChildProcess;
  readonly #pid: number;

  private constructor(folder: string, holder: ChildProcess, pid: number) {
    this.folder = folder;
    this.#holder = holder;
    this.#pid = pid;
  }

  /**
   * @param folder for what this Debian writes
   * @param packages to have at hand, for `apt-get install` without a network
   */
  static async start(folder: string, packages: string[]): Promise<Debian> {
    const bare = await bareRoot(packages);
    const at = (name: string) => join(folder, name);
    for (const name of ["upper", "work", "root"]) mkdirSync(at(name), { recursive: true });
    const script = `set -e
      mount --make-rprivate /
      mount -t overlay overlay -o lowerdir=${bare},upperdir=${at("upper")},workdir=${at("work")} ${at("root")}
      cd ${at("root")}
      mount -t proc proc proc
      mount --rbind /dev dev
      mount -t tmpfs tmpfs run
      mount -t tmpfs tmpfs tmp
      mkdir run/lock
      ip link set lo up
      hostname debian
      exec chroot . /bin/bash -c '${PID_1}'`;
    const holder = spawn(
      "setpriv",
      [...WITH_THIS_PROCESS, "unshare", ...NAMESPACES, "--fork", "--kill-child", "bash", "-c", script],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    while (!isReady(childOf(holder.pid ?? 0))) {
      if (holder.exitCode !== null) throw new Error("The bare Debian did not start.");
      await pause(50);
    }
    const debian = new Debian(folder, holder, childOf(holder.pid ?? 0));
    const hosts = ["/etc/hostname", "/etc/hosts"];
    await debian.run(
      `echo debian > ${hosts[0]}; echo 127.0.0.1 localhost debian > ${hosts[1]}; rm -f /etc/resolv.conf`,
    );
    debian.write("/etc/apt/apt.conf.d/90no-network", 'Acquire::Retries "0";\n');
    debian.put(fileURLToPath(new URL("systemctl", import.meta.url)), "/usr/local/sbin/systemctl");
    return debian;
  }

  /** Copies a file or folder into this Debian, where it belongs to root. */
  put(from: string, to: string): void {
    const target = join(this.#path, to);
    mkdirSync(join(target, ".."), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }

  write(path: string, text: string, mode = 0o644): void {
    writeFileSync(join(this.#path, path), text);
    chmodSync(join(this.#path, path), mode);
  }

  read(path: string): string {
    return readFileSync(join(this.#path, path), "utf8");
  }

  /** The root folder as the host sees it. */
  get #path(): string {
    return `/proc/${this.#pid}/root`;
  }

  /** Runs shell commands as root in root's home. `input` is given on standard input. */
  async run(command: string, { input = "" } = {}): Promise<Ran> {
    const child = this.#enter(["bash", "-c", command]);
    // A command may end without reading its input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
    const timeout = setTimeout(() => child.kill("SIGKILL"), TIMEOUT);
    // Not "close": a service that the command started holds the pipes open.
    const [code] = (await once(child, "exit")) as [number | null];
    await pause(20);
    clearTimeout(timeout);
    return { code, output };
  }

  /** Starts a program that runs beside the commands. */
  background(command: string): ChildProcess {
    return this.#enter(["bash", "-c", command]);
  }

  #enter(words: string[]): ChildProcess {
    return spawn("nsenter", ["--target", String(this.#pid), ...NAMESPACES, "--root", "--wdns=/root", "--", ...words], {
      env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", USER: "root" },
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  /** Ends all of its processes. */
  async end(): Promise<void> {
    if (this.#holder.exitCode !== null || this.#holder.signalCode !== null) return;
    const ended = once(this.#holder, "exit");
    process.kill(this.#pid, "SIGKILL");
    await ended;
  }
}

/** @returns the first child's process id; 0: there is none */
function childOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
  } catch {
    return 0;
  }
}

/** PID 1 runs in the new root, which is the last step of its script. */
function isReady(pid: number): boolean {
  try {
    return (
      pid !== 0 &&
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(PID_1.slice(0, 20)) &&
      !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("overlay")
    );
  } catch {
    return false;
  }
}

/** The root of a bare Debian, made once for each list of packages. @returns its folder */
async function bareRoot(packages: string[]): Promise<string> {
  await needPackages({ debootstrap: "/usr/sbin/debootstrap" });
  const hash = createHash("sha256").update(packages.toSorted().join(" ")).digest("hex").slice(0, 10);
  const folder = join(tmpdir(), `manabiya-debian-${DEBIAN.version}-${hash}`);
  if (existsSync(folder)) return folder;
  console.log(`Making a bare Debian ${DEBIAN.version} in ${folder} …`);
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const mirror = mirrorOfThisMachine();
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates,systemd,iproute2", DEBIAN.name, draft, mirror]);
  const suites = [DEBIAN.name, `${DEBIAN.name}-updates`].map((suite) => `deb ${mirror} ${suite} main\n`);
  writeFileSync(join(draft, "etc/apt/sources.list"), suites.join(""));
  for (const file of ["etc/resolv.conf", "etc/hosts"]) copyFileSync(`/${file}`, join(draft, file));
  run("chroot", [draft, "apt-get", "update"]);
  run("chroot", [draft, "apt-get", "install", "--yes", "--no-install-recommends", "--download-only", ...packages]);
  renameSync(draft, folder);
  return folder;
}

function run(program: string, words: string[]): void {
  execFileSync(program, words, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, LC_ALL: "C" } });
}

/** The mirror from which this machine's own packages come. */
function mirrorOfThisMachine(): string {
  const words = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
  const [uri] = execFileSync("apt-get", words, { encoding: "utf8" }).split("\n");
  if (!uri) throw new Error("apt on this machine names no mirror.");
  return uri;
}
