import ipaddr from "ipaddr.js";

/**
 * The network that limits count as one client. The holder of an IPv6 address holds its whole /64 and could use another
 * address for each attempt.
 * @returns an IPv4 address, or the first address of an IPv6 network such as "2001:db8:1:2::"
 */
export function clientNetworkOf(address: string): string {
  return prefixOf(address, 64);
}

/**
 * The site of a network. Providers and tunnels give one customer a whole /48, which has 65,536 networks.
 * @returns an IPv4 address, or the first address of an IPv6 /48
 */
export function clientSiteOf(network: string): string {
  return prefixOf(network, 48);
}

/**
 * The neighbourhood of an address: a household, an office, or the part of a provider in which a customer's address moves.
 * @returns the first address of an IPv4 /24 or an IPv6 /48
 */
export function neighbourhoodOf(address: string): string {
  return prefixOf(address, 48, 24);
}

function prefixOf(address: string, bits: number, bitsOfIpv4 = 32): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4")
    return ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bitsOfIpv4}`).toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString();
}
