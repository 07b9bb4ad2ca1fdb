import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Global unicast. All that embeds an IPv4 address in another way, such as NAT64 of an operator's own, lies outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** A virtual machine's host at Azure, which answers with secrets of the machine. */
const PLATFORM_ADDRESSES = ["168.63.129.16"];

/** Whether an IP address, in any spelling, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // An IPv4 address within IPv6 is judged as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || PLATFORM_ADDRESSES.includes(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** The code of the error for a host that leads into a private network. */
export const PRIVATE_ADDRESS = "EPRIVATE";

const privateAddress = (host: string) =>
  Object.assign(new Error(`${host} is no public address`), { code: PRIVATE_ADDRESS });

/**
 * Resolves a host for the connection itself, so that no later answer of its name server counts. A host with one address that is not
 * public is refused as a whole.
 */
export function checkedLookup(isAllowed: (address: string) => boolean, lookup: LookupFunction): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      const refusal =
        error ?? (first && addresses.every(({ address }) => isAllowed(address)) ? null : privateAddress(host));
      if (refusal !== null || first === undefined) return done(refusal, []);
      if (options.all === true) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

/** An IP address is connected to without a look-up. @throws for one that is not allowed */
export function checkHost(url: string, isAllowed: (address: string) => boolean): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 && !isAllowed(host)) throw privateAddress(host);
}

export const SYSTEM_LOOKUP = systemLookup as LookupFunction;
