import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bareRoot } from "./bare-root.ts";
import { ControlGroup } from "./control-group.ts";

const BOOT = fileURLToPath(new URL("boot.sh", import.meta.url));

const NAMESPACES = ["--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup"];

/** Milliseconds for one command, and for a start or an orderly stop of the machine. */
const TIMEOUT = { command: 300_000, boot: 120_000, shutDown: 120_000 };

export interface Ran {
  code: number | null;
  output: string;
}

export interface DebianOptions {
  /** For `apt-get install`, which has no network. */
  packages: string[];
  hostName?: string;
  /** The machine's address with its network, such as 10.77.0.11/24, and the bridge that its cable leads to. */
  network?: { address: string; bridge: string };
  /** Lines for /etc/hosts. */
  hosts?: string[];
  /** Folders of this computer by their mount point on the machine. */
  shared?: Record<string, string>;
}

/**
 * A bare Debian with a systemd of its own, in namespaces for processes, mounts, control groups, host name and network.
 * It shares the kernel with this computer, and no more. Limits of memory have no effect where the memory controller is
 * in cgroup v1.
 */
export class Debian {
  /** For what this Debian writes. */
  readonly folder: string;
  readonly hostName: string;
  readonly #bare: string;
  readonly #options: DebianOptions;
  readonly #group: ControlGroup;
  #holder: ChildProcess | null = null;
  #pid = 0;

  private constructor(folder: string, bare: string, options: DebianOptions) {
    this.folder = folder;
    this.hostName = options.hostName ?? "debian";
    this.#bare = bare;
    this.#options = options;
    this.#group = new ControlGroup(folder);
  }

  /** @param folder is removed with the machine */
  static async start(folder: string, options: DebianOptions): Promise<Debian> {
    const debian = new Debian(folder, await bareRoot(options.packages), options);
    for (const name of ["upper/etc", "work", "root"]) mkdirSync(join(folder, name), { recursive: true });
    const hosts = ["127.0.0.1 localhost", `127.0.1.1 ${debian.hostName}`, ...(options.hosts ?? [])];
    writeFileSync(join(folder, "upper/etc/hostname"), `${debian.hostName}\n`);
    writeFileSync(join(folder, "upper/etc/hosts"), `${hosts.join("\n")}\n`);
    try {
      await debian.boot();
      return debian;
    } catch (error) {
      await debian.end();
      throw error;
    }
  }

  /** Starts the machine with what is on its disk. Resolves when systemd has started all units. */
  async boot(): Promise<void> {
    const { network, shared = {} } = this.#options;
    const words = [BOOT, this.#bare, this.folder, this.hostName, network?.address ?? ""];
    const mounts = Object.entries(shared).flatMap(([mountPoint, folder]) => [folder, mountPoint]);
    const script = 'echo $$ > "$1/cgroup.procs"; shift; exec unshare "$@"';
    const unshare = [...NAMESPACES, "--fork", "--kill-child", "sh", ...words, ...mounts];
    const holder = spawn("sh", ["-c", script, "sh", this.#group.path, ...unshare], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#holder = holder;
    let printed = "";
    holder.stderr.on("data", (chunk) => (printed += String(chunk)));
    const deadline = Date.now() + TIMEOUT.boot;
    const until = async (isDone: () => boolean | Promise<boolean>) => {
      while (!(await isDone())) {
        if (!isRunning(holder)) throw new Error(`The machine ${this.hostName} did not start: ${printed}`);
        if (Date.now() > deadline) throw new Error(`The machine ${this.hostName} did not start in time: ${printed}`);
        await pause(50);
      }
    };
    await until(() => (this.#pid = childOf(holder.pid ?? 0)) !== 0);
    ControlGroup.leave(holder.pid ?? 0);
    if (network) this.#plugIn(network.bridge);
    await until(() => commandOf(this.#pid).startsWith("/lib/systemd/systemd"));
    await until(async () =>
      /^(?:running|degraded)$/m.test((await this.run("systemctl is-system-running --wait")).output),
    );
  }

  #plugIn(bridge: string): void {
    const cable = `to-${this.hostName}`;
    const ip = (...args: string[]) => execFileSync("ip", args);
    // The kernel takes a moment to remove the cable of a machine whose power was cut. Mostly there is none.
    spawnSync("ip", ["link", "delete", cable], { stdio: "ignore" });
    ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", String(this.#pid));
    ip("link", "set", cable, "master", bridge, "up");
  }

  /** Stops all services and the machine, in order. `boot` starts it again. */
  async shutDown(): Promise<void> {
    if (this.#holder === null || !isRunning(this.#holder)) return;
    const ended = once(this.#holder, "exit", { signal: AbortSignal.timeout(TIMEOUT.shutDown) });
    await this.run("systemctl poweroff --no-block");
    await ended;
  }

  /** As a power cut. `boot` starts it again. */
  async cutPower(): Promise<void> {
    if (this.#holder === null || !isRunning(this.#holder)) return;
    const ended = once(this.#holder, "exit");
    process.kill(this.#pid, "SIGKILL");
    await ended;
  }

  /** Cuts the power, and removes the machine with its folder. */
  async end(): Promise<void> {
    await this.cutPower();
    await this.#group.remove();
  }

  /** Copies a file or folder into this Debian, where it belongs to root. */
  put(from: string, to: string): void {
    const target = join(this.root, to);
    mkdirSync(join(target, ".."), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }

  write(path: string, text: string, mode = 0o644): void {
    writeFileSync(join(this.root, path), text);
    chmodSync(join(this.root, path), mode);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** The machine's root folder as this computer sees it, until the machine stops. */
  get root(): string {
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
    const timeout = setTimeout(() => child.kill("SIGKILL"), TIMEOUT.command);
    // Not "close": a program that the command left running holds the pipes open.
    const [code] = (await once(child, "exit")) as [number | null];
    await pause(20);
    clearTimeout(timeout);
    return { code, output };
  }

  /** Starts a program that runs beside the commands. */
  background(command: string): ChildProcess {
    return this.#enter(["bash", "-c", command]);
  }

  /** Starts a program of this computer for which the machine's network is its own. */
  startNeighbour(words: string[], environment: Record<string, string>): ChildProcess {
    return spawn("nsenter", ["--target", String(this.#pid), "--net", "--", ...words], {
      env: { PATH: process.env["PATH"], ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    });
  }

  #enter(words: string[]): ChildProcess {
    return spawn("nsenter", ["--target", String(this.#pid), ...NAMESPACES, "--wdns=/root", "--", ...words], {
      env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", USER: "root" },
      stdio: ["pipe", "pipe", "pipe"],
    });
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** @returns the first child's process id; 0: there is none */
function childOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
  } catch {
    return 0;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
