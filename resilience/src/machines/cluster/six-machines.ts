import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Debian } from "../debian/debian.ts";

const BRIDGE = "cluster";

/** The drill's own address, and those of the machines in the draft of `cluster.env`. */
export const HERE = "10.0.0.1";
export const ADDRESSES = {
  node1: "10.0.0.11",
  node2: "10.0.0.12",
  node3: "10.0.0.13",
  application1: "10.0.0.21",
  application2: "10.0.0.22",
  front: "10.0.0.31",
};
export type Name = keyof typeof ADDRESSES;
export const DATABASES = ["node1", "node2", "node3"] as const;
export const APPLICATIONS = ["application1", "application2"] as const;
export const NAMES = Object.keys(ADDRESSES) as Name[];

/** As if an NFS server had it: the folder of films that the application machines share. */
const MEDIA = "/var/lib/manabiya/media";

/** Six bare Debians, which a bridge joins. */
export class SixMachines {
  readonly #folder: string;
  readonly #packages: string[];
  readonly #machines = new Map<Name, Debian>();
  #count = 0;

  /** @param folder for what the machines write @param packages for `apt-get install`, of all roles */
  constructor(folder: string, packages: string[]) {
    this.#folder = folder;
    this.#packages = packages;
    mkdirSync(this.media);
  }

  get media(): string {
    return join(this.#folder, "media");
  }

  async start(): Promise<void> {
    console.log("Starting six bare Debians …");
    for (const names of [DATABASES, [...APPLICATIONS, "front"] as const]) {
      await Promise.all(names.map((name) => this.add(name)));
    }
  }

  /** A bare machine; a machine of this name is gone by then. */
  async add(name: Name): Promise<void> {
    this.#count += 1;
    const folder = join(this.#folder, `${name}-${this.#count}`);
    mkdirSync(folder);
    const isApplication = name.startsWith("application");
    const machine = await Debian.start(folder, {
      packages: this.#packages,
      hostName: name,
      network: { address: `${ADDRESSES[name]}/24`, bridge: BRIDGE },
      ...(isApplication && { shared: { [MEDIA]: this.media } }),
    });
    this.#machines.set(name, machine);
    // The site's name leads to the machine in front. With the sandbox as provider, the server refuses another name.
    if (isApplication) machine.write("/etc/hosts", `${ADDRESSES.front} localhost\n127.0.1.1 ${name}\n`);
  }

  at(name: Name): Debian {
    const machine = this.#machines.get(name);
    if (machine === undefined) throw new Error(`There is no machine ${name}.`);
    return machine;
  }

  /** The machine and its disk are gone. */
  async lose(name: Name): Promise<void> {
    await this.at(name).end();
    this.#machines.delete(name);
  }

  /** All machines at once, as if the building had no power for a moment. */
  async cutPower(): Promise<void> {
    await Promise.all(NAMES.map((name) => this.at(name).cutPower()));
  }

  async boot(): Promise<void> {
    await Promise.all(NAMES.map((name) => this.at(name).boot()));
  }

  async end(): Promise<void> {
    await Promise.all([...this.#machines.values()].map((machine) => machine.end()));
  }
}
