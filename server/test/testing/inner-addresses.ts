import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Addresses that belong to no receiver on the internet. */
export const PRIVATE = [
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.192", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1"],
  ...["255.255.255.255", "168.63.129.16", "192.0.2.1", "198.51.100.7", "203.0.113.9"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:a9fe:a9fe", "::127.0.0.1", "::7f00:1"],
  ...["64:ff9b::7f00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1"],
  ...["2001:0:4136:e378::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1"],
  ...["2001:db8::1", "::ffff:0:127.0.0.1", "fe80::1%eth0", "5f00::1"],
];

export const INSIDE = "社内のネットワークやこのサーバー自身のURLには送信できません。";
export const UNKNOWN = "このURLのサーバーが見つかりません。";

/** Spellings of this machine and of a cloud's metadata that a URL can hold. */
export const SPELLINGS = [
  ...["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "127.0.0.1.", "[::1]", "[::]"],
  ...["[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "0", "2852039166"],
  ...["１２７.０.０.１", "①②⑦.⓪.⓪.①", "169.254.169.254", "[fd00:ec2::254]"],
];

/** Names of this machine. */
export const LOCAL_NAMES = ["localhost", "localhost.", "LOCALHOST", "ip6-localhost"];

/** An address on the internet, as a name server says it. */
export const OUTSIDE = "93.184.215.14";
/** Answers of a name server at the check and at the connection. */
export const REBOUND = [[OUTSIDE], ["127.0.0.1"]];
/** Single answers with an address on the internet and one inside. */
export const MIXED = [[OUTSIDE, "127.0.0.1"], ["127.0.0.1", "2606:4700::1111"], ["::ffff:127.0.0.1"]];

export const REDIRECTS = [301, 302, 303, 307, 308];

/** Answers of a name server, one for each look-up; the last one is repeated. */
export function answering(...answers: string[][]) {
  let count = 0;
  return async () => {
    const addresses = answers[Math.min(count++, answers.length - 1)] ?? [];
    if (addresses.length === 0) throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
}

/** A server of this machine that nobody must reach. */
export async function openInner() {
  let connections = 0;
  const inner = createServer().on("connection", () => connections++);
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  return { port: (inner.address() as AddressInfo).port, count: () => connections, close: () => void inner.close() };
}
