import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Program } from "./program.ts";

/** The drill's own address, at which machines reach it. */
const HERE = "10.77.0.1";
const NETWORK = "10.77.0.0/24";

/**
 * Opens the switch that joins the machines. Only inside a network of the drill's own.
 * @param here the drill's own address on it
 */
export function openSwitch(here = HERE): string {
  ip("link", "set", "lo", "up");
  ip("link", "add", "name", "cluster", "type", "bridge");
  ip("address", "add", `${here}/24`, "dev", "cluster");
  ip("link", "set", "cluster", "up");
  return NETWORK;
}

/** A machine of a drill: a network of its own on the switch, and folders of its own at the places of Debian's packages. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly #cable: string;
  readonly #holder: Program;

  constructor(number: number, folder: string) {
    this.name = `node${number}`;
    this.address = `10.77.0.1${number}`;
    this.folder = join(folder, this.name);
    this.#cable = `cable${number}`;
    this.#holder = new Program("unshare", ["--net", "--mount", "sh", "-euc", this.#mounts()], {
      logFile: join(folder, `${this.name}.log`),
    });
  }

  async start(): Promise<void> {
    for (const path of FOLDERS) await mkdir(join(this.folder, path), { recursive: true });
    this.#holder.start();
    const ready = join(this.folder, "ready");
    while (!existsSync(ready)) {
      if (!this.#holder.isRunning) throw new Error(await this.#holder.lastLines());
      await pause(20);
    }
    ip("link", "add", this.#cable, "type", "veth", "peer", "name", "eth0", "netns", String(this.#holder.pid));
    ip("link", "set", this.#cable, "master", "cluster", "up");
    this.#ip("link", "set", "lo", "up");
    this.#ip("address", "add", `${this.address}/24`, "dev", "eth0");
    this.#ip("link", "set", "eth0", "up");
  }

  /** A program that runs on this machine as one of Debian's users. */
  program(user: string, command: string[], environment: Record<string, string> = {}): Program {
    const { pid } = this.#holder;
    const namespaces = ["--target", String(pid), "--net", "--mount", "--"];
    const as = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups", "--"];
    const [name = ""] = command;
    return new Program("nsenter", [...namespaces, ...as, ...command], {
      logFile: join(this.folder, `${name.replace(/.*\//, "")}.log`),
      folder: "/",
      environment,
    });
  }

  unplug(): void {
    ip("link", "set", this.#cable, "down");
  }

  plugIn(): void {
    ip("link", "set", this.#cable, "up");
  }

  /** Sends every frame for the other machine to an address that no machine has. */
  lose({ address }: Machine): void {
    this.#ip("neighbour", "replace", address, "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent");
  }

  find({ address }: Machine): void {
    this.#ip("neighbour", "del", address, "dev", "eth0");
  }

  #ip(...args: string[]): void {
    execFileSync("nsenter", ["--target", String(this.#holder.pid), "--net", "--", "ip", ...args]);
  }

  #mounts(): string {
    const mounts = FOLDERS.map((path) => `mount --bind "${join(this.folder, path)}" /${path}`);
    const run = "mount -t tmpfs tmpfs /run; mkdir -m 777 /run/postgresql";
    return [...mounts, run, `touch "${join(this.folder, "ready")}"`, "exec sleep infinity"].join("\n");
  }
}

/** Below the root: the folders that each machine has for itself. */
const FOLDERS = ["var/lib/etcd", "var/lib/postgresql", "etc/patroni"];

const ip = (...args: string[]) => execFileSync("ip", args);
