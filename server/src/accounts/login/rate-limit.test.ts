import { expect, test } from "vitest";
import { clientNetworkOf } from "./rate-limit.ts";

test.each([
  ["an IPv4 address is a place", "192.0.2.1", "192.0.2.1"],
  ["and the same one where IPv6 carries it", "::ffff:192.0.2.1", "192.0.2.1"],
  ["an IPv6 network is a place", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["a zone is none", "fe80::1%eth0", "fe80::"],
  ["what is no address stays what it is", "unknown", "unknown"],
])("%s", (_name, address, place) => {
  expect(clientNetworkOf(address)).toBe(place);
});
