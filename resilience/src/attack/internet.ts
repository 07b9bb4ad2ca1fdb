import dns, { type LookupAllOptions } from "node:dns";
import { writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import net, { type LookupFunction, type TcpNetConnectOpts } from "node:net";
import { dirname, join } from "node:path";
import type { Authority } from "@manabiya/server/test/testing/certificate.ts";
import { answering } from "@manabiya/server/test/testing/inner-addresses.ts";
import type { Target } from "./target.ts";

const LOOPBACK = { address: "127.0.0.1", family: 4 };

/** The internet as a process sees it. Other names and addresses stay what they are. */
export interface Internet {
  /** Answers of name servers, as `answering()` takes them. */
  names: Record<string, string[][]>;
  /** Addresses whose connections lead to this machine's loopback. */
  here: string[];
  /** Ports there, by the name of a site. */
  ports: Record<string, number>;
}

/** Settings of a server whose process has this internet, and trusts its sites. */
export async function settingsFor(
  internet: Internet,
  { cert }: Authority,
  { dataDir }: Target,
): Promise<Record<string, string>> {
  const file = join(dirname(dataDir), "authority.pem");
  await writeFile(file, cert);
  return {
    ATTACK_INTERNET: JSON.stringify(internet),
    NODE_EXTRA_CA_CERTS: file,
    NODE_OPTIONS: `--import=${import.meta.url}`,
  };
}

/** Name servers and routes of this process: a host is led astray after the server's own look-up. @returns a function that ends it */
export function standForInternet({ names, here, ports }: Internet): () => void {
  const { lookup } = dns;
  const { lookup: promised } = dns.promises;
  const { connect } = net.Socket.prototype;
  const servers = new Map(Object.entries(names).map(([name, answers]) => [name, answering(...answers)]));

  const answersOf = (host: string) => servers.get(host.replace(/\.$/, ""));
  const ask: LookupFunction = (host, options, done) => {
    const answer = answersOf(host);
    if (answer === undefined) return lookup(host, options, done);
    answer().then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };

  const leading =
    (asked: LookupFunction): LookupFunction =>
    (host, options, done) =>
      asked(host, { ...options, all: true }, (error, found) => {
        const addresses = (Array.isArray(found) ? found : []).map((each) =>
          here.includes(each.address) ? LOOPBACK : each,
        );
        const [first] = addresses;
        if (options.all === true || first === undefined) done(error, addresses);
        else done(error, first.address, first.family);
      });

  function led(options: TcpNetConnectOpts): TcpNetConnectOpts {
    const { host = "", port } = options;
    return {
      ...options,
      host: here.includes(host) ? LOOPBACK.address : host,
      port: ports[host] ?? port,
      lookup: leading(options.lookup ?? ask),
    };
  }

  Object.assign(dns, { lookup: ask });
  Object.assign(dns.promises, {
    lookup: (host: string, options: LookupAllOptions) => answersOf(host)?.() ?? promised(host, options),
  });
  syncBuiltinESMExports();
  net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    const [options, ...rest] = given as [TcpNetConnectOpts | string | number | unknown[]];
    const isLed = typeof options === "object" && "host" in options && typeof options.host === "string";
    return Reflect.apply(connect, this, isLed ? [led(options), ...rest] : given);
  };
  return () => {
    Object.assign(dns, { lookup });
    Object.assign(dns.promises, { lookup: promised });
    syncBuiltinESMExports();
    net.Socket.prototype.connect = connect;
  };
}

// The server's process loads this file before the server.
const given = process.env["ATTACK_INTERNET"];
if (given !== undefined) standForInternet(JSON.parse(given) as Internet);
