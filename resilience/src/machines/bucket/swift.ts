// OpenStack Swift with its S3 interface from Debian's packages: one proxy, and one replica on one device.
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../service.ts";
import { needPackages } from "../packages.ts";
import { Program } from "../program.ts";

const KEY = { id: "drill:staff", secret: "a-key-of-the-drill" };
/** Objects in one answer to a listing; Amazon and Swift give 1,000. */
export const PAGE = 250;
const REGION = "us-east-1";
const PARTS = ["account", "container", "object"] as const;
type Part = (typeof PARTS)[number];
const SERVICES = ["memcached", ...PARTS, "proxy"] as const;
type Service = (typeof SERVICES)[number];

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
  readonly #folder: string;
  readonly #ports: Record<Service, number>;
  readonly #programs = new Map<Service, Program>();

  private constructor(folder: string, ports: Record<Service, number>) {
    this.#folder = folder;
    this.#ports = ports;
  }

  get port(): number {
    return this.#ports.proxy;
  }

  /** @param folder on a file system with extended attributes */
  static async open(folder: string): Promise<Swift> {
    await needPackages(PACKAGES);
    const ports = { memcached: 0, account: 0, container: 0, object: 0, proxy: 0 };
    for (const name of SERVICES) ports[name] = await freePort();
    const swift = new Swift(folder, ports);
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

  /** Starts all programs. */
  async start(): Promise<void> {
    await Promise.all(SERVICES.map((name) => this.run(name)));
  }

  /** Starts one program, and ends it first if it runs. @param options.clock such as "+40m"; `isFull`: no byte of the device is free for objects */
  async run(name: Service, { clock = "", isFull = false }: { clock?: string; isFull?: boolean } = {}): Promise<void> {
    await this.kill(name);
    const environment: Record<string, string> =
      clock === "" ? {} : { LD_PRELOAD: FAKETIME, FAKETIME: clock, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
    const port = this.#ports[name];
    const configuration = join(this.#folder, `${name}.conf`);
    if (name === "proxy") await writeFile(configuration, this.#proxyConfiguration());
    else if (name !== "memcached") await writeFile(configuration, this.#partConfiguration(name, isFull));
    const [command, args] =
      name === "memcached"
        ? [name, ["-u", "root", "-l", "127.0.0.1", "-p", String(port)]]
        : [`swift-${name}-server`, [configuration]];
    const program = new Program(command, args, { logFile: join(this.#folder, `${name}.log`), environment });
    this.#programs.set(name, program);
    program.start();
    await program.listens(port);
  }

  /** Without its proxy nothing answers at `port`. */
  async kill(name: Service): Promise<void> {
    await this.#programs.get(name)?.end("SIGKILL");
  }

  async stop(): Promise<void> {
    await Promise.all(SERVICES.map((name) => this.kill(name)));
  }

  /** Freezes the proxy: it accepts connections and never answers. */
  freeze(isFrozen: boolean): void {
    this.#programs.get("proxy")?.signal(isFrozen ? "SIGSTOP" : "SIGCONT");
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
# There is one device, so a full one must not be avoided for longer than it is full.
error_suppression_interval = 1
# Half a second is too little on a busy machine.
conn_timeout = 5
allow_account_management = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${this.#ports.memcached}
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
max_bucket_listing = ${PAGE}
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
