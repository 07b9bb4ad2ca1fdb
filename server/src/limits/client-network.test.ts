import { expect, test } from "vitest";
import { clientNetworkOf, clientSiteOf, neighbourhoodOf } from "./client-network.ts";

test.each([
  ["an IPv4 address is a network of its own", "192.0.2.1", "192.0.2.1"],
  ["an IPv4 address inside IPv6 is the same network", "::ffff:192.0.2.1", "192.0.2.1"],
  ["an IPv6 address belongs to its /64", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["a zone does not change the network", "fe80::1%eth0", "fe80::"],
  ["a text that is no address stays unchanged", "unknown", "unknown"],
])("%s", (_name, address, network) => {
  expect(clientNetworkOf(address)).toBe(network);
});

test.each([
  ["an IPv4 address is a site of its own", "192.0.2.1", "192.0.2.1"],
  ["the networks of an IPv6 /48 are one site", "2001:db8:1:2::", "2001:db8:1::"],
  ["a text that is no address stays unchanged", "unknown", "unknown"],
])("%s", (_name, network, site) => {
  expect(clientSiteOf(network)).toBe(site);
});

test.each([
  ["the addresses of an IPv4 /24 are one neighbourhood", "192.0.2.77", "192.0.2.0"],
  ["an IPv4 address inside IPv6 is in the same one", "::ffff:192.0.2.1", "192.0.2.0"],
  ["the networks of an IPv6 /48 are one neighbourhood", "2001:db8:1:2::7", "2001:db8:1::"],
  ["a text that is no address stays unchanged", "unknown", "unknown"],
])("%s", (_name, address, neighbourhood) => {
  expect(neighbourhoodOf(address)).toBe(neighbourhood);
});
