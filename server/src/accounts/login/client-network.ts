import ipaddr from "ipaddr.js";

/**
 * Where somebody calls from, as limits count it. Whoever has one IPv6 address has its whole /64, and could guess from another
 * one each time.
 * @returns an IPv4 address, or the first address of an IPv6 network such as "2001:db8:1:2::"
 */
export function clientNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
