import { isIP } from "node:net";
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
