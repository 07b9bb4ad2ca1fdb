// OpenStack Swift with its S3 interface from Debian's packages: one proxy, and one replica on one device.
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../service.ts";
import { needPackages } from "../packages.ts";
import { connects, Program } from "../program.ts";

const KEY = { id: "drill:staff", secret: "a-key-of-the-drill" };
const REGION = "us-east-1";
const PARTS = ["account", "container", "object"] as const;
type Part = (typeof PARTS)[number];

/** Shifts the clock of a program that loads it; the loader replaces $LIB. */
const FAKETIME = "/usr/$LIB/faketime/libfaketime.so.1";

const PACKAGES = {
  "swift-proxy": "/usr/bin/swift-proxy-server",
  "swift-account": "/usr/bin/swift-account-server",
  "swift-container": "/usr/bin/swift-container-server",
  "swift-object": "/usr/bin/swift-object-server",
  memcached: "/usr/bin/memcached",
  faketime: "/usr/bin/faketime",
};

/** The service is whole at `port`; buckets are made and limited by Swift's own interface. */
export class Swift {
  readonly port: number;
  readonly #folder: string;
  readonly #ports: Record<Part | "cache", number>;
  #programs: Program[] = [];

  private constructor(folder: string, port: number, ports: Record<Part | "cache", number>) {
    this.#folder = folder;
    this.port = port;
    this.#ports = ports;
  }

  /** @param folder on a file system with extended attributes */
  static async open(folder: string): Promise<Swift> {
    await needPackages(PACKAGES);
    const [port, account, container, object, cache] = await Promise.all(Array.from({ length: 5 }, freePort));
    const ports = { account: account ?? 0, container: container ?? 0, object: object ?? 0, cache: cache ?? 0 };
    const swift = new Swift(folder, port ?? 0, ports);
    await mkdir(join(folder, "devices/sda"), { recursive: true });
    for (const part of PARTS) {
      const builder = (...args: string[]) =>
        execFileSync("swift-ring-builder", [`${part}.builder`, ...args], { cwd: folder, stdio: "ignore" });
      builder("create", "4", "1", "1");
      builder("add", `r1z1-127.0.0.1:${ports[part]}/sda`, "1");
      builder("rebalance");
    }
    return swift;
  }

  /** @param options.clock such as "+40m"; `isFull`: no byte of the device is free for objects */
  async start({ clock = null, isFull = false }: { clock?: string | null; isFull?: boolean } = {}): Promise<void> {
    const { cache } = this.#ports;
    const environment: Record<string, string> =
      clock === null ? {} : { LD_PRELOAD: FAKETIME, FAKETIME: clock, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
    const program = (command: string, args: string[], name: string) =>
      new Program(command, args, { logFile: join(this.#folder, `${name}.log`), environment });
    await writeFile(join(this.#folder, "proxy.conf"), this.#proxyConfiguration());
    this.#programs = [program("memcached", ["-u", "root", "-l", "127.0.0.1", "-p", String(cache)], "memcached")];
    for (const part of PARTS) {
      const file = join(this.#folder, `${part}.conf`);
      await writeFile(file, this.#partConfiguration(part, isFull));
      this.#programs.push(program(`swift-${part}-server`, [file], part));
    }
    this.#programs.push(program("swift-proxy-server", [join(this.#folder, "proxy.conf")], "proxy"));
    const ports = [cache, ...PARTS.map((part) => this.#ports[part]), this.port];
    for (const [index, each] of this.#programs.entries()) {
      each.start();
      await each.listens(ports[index] ?? 0);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end("SIGKILL")));
    while (await connects(this.port)) continue;
  }

  /** Freezes the proxy: it accepts connections and never answers. */
  freeze(isFrozen: boolean): void {
    this.#programs.at(-1)?.signal(isFrozen ? "SIGSTOP" : "SIGCONT");
  }

  async makeBucket(name: string): Promise<void> {
    await this.#call("PUT", name, {});
  }

  /** @param bytes that the bucket may hold; null: no limit */
  async limit(bucket: string, bytes: number | null): Promise<void> {
    const header = bytes === null ? "X-Remove-Container-Meta-Quota-Bytes" : "X-Container-Meta-Quota-Bytes";
    await this.#call("POST", bucket, { [header]: String(bytes ?? "x") });
  }

  /** Settings of a server that uses a bucket through `port`. */
  settings(bucket: string, port = this.port): Record<string, string> {
    return {
      S3_BUCKET: bucket,
      S3_REGION: REGION,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: KEY.id,
      S3_SECRET_ACCESS_KEY: KEY.secret,
    };
  }

  async #call(method: string, container: string, headers: Record<string, string>): Promise<void> {
    const credentials = { "x-auth-user": KEY.id, "x-auth-key": KEY.secret };
    const login = await fetch(`http://127.0.0.1:${this.port}/auth/v1.0`, { headers: credentials });
    const token = login.headers.get("x-auth-token") ?? "";
    const url = `${login.headers.get("x-storage-url")}/${container}`;
    const answer = await fetch(url, { method, headers: { "x-auth-token": token, ...headers } });
    if (!answer.ok) throw new Error(`Swift: ${method} ${container}: ${answer.status} ${await answer.text()}`);
  }

  #partConfiguration(part: Part, isFull: boolean): string {
    return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${this.#ports[part]}
workers = 0
user = root
swift_dir = ${this.#folder}
devices = ${join(this.#folder, "devices")}
mount_check = false
log_level = WARNING
fallocate_reserve = ${part === "object" && isFull ? "100%" : "0"}
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`;
  }

  #proxyConfiguration(): string {
    return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${this.port}
workers = 0
user = root
swift_dir = ${this.#folder}
log_level = WARNING
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy container-quotas slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${this.#ports.cache}
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${KEY.id.replace(":", "_")} = ${KEY.secret} .admin .reseller_admin
[filter:container-quotas]
use = egg:swift#container_quotas
${["catch_errors", "gatekeeper", "healthcheck", "listing_formats", "bulk", "copy", "slo", "dlo"]
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`)
  .join("")}`;
  }
}
