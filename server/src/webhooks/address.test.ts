import { createServer } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { contract } from "@manabiya/contract";
import { expect, onTestFinished, test } from "vitest";
import { openReceiver } from "../../test/testing/webhook-receiver.ts";
import { isPublicAddress } from "./address.ts";
import { createNetwork } from "./post.ts";

const PRIVATE = [
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.192", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1"],
  ...["255.255.255.255", "168.63.129.16", "192.0.2.1", "198.51.100.7", "203.0.113.9"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:a9fe:a9fe", "::127.0.0.1", "::7f00:1"],
  ...["64:ff9b::7f00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1"],
  ...["2001:0:4136:e378::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1"],
  ...["2001:db8::1", "::ffff:0:127.0.0.1", "fe80::1%eth0", "5f00::1"],
];
const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "172.15.0.1",
  "172.32.0.1",
  "100.63.255.255",
  "::ffff:8.8.8.8",
  "2606:4700::1111",
];

test.each(PRIVATE)("%s belongs to no public receiver", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(PUBLIC)("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const INSIDE = "社内のネットワークやこのサーバー自身のURLには送信できません。";
const UNKNOWN = "このホスト名は見つかりません。";

/** Spellings of this machine and of a cloud's metadata that a URL can hold. */
const SPELLINGS = [
  ...["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "127.0.0.1.", "[::1]", "[::]"],
  ...["[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "0", "2852039166"],
  ...["１２７.０.０.１", "①②⑦.⓪.⓪.①", "169.254.169.254", "[fd00:ec2::254]"],
];

test.each(SPELLINGS)("nothing is sent to https://%s/", async (host) => {
  const { post, check } = createNetwork({ lookup: () => expect.unreachable("an address needs no look-up") });
  const url = `https://${host}:8443/`;
  expect(await check(url)).toBe(INSIDE);
  expect(await post(url, {}, "")).toEqual({ status: null, answer: INSIDE });
});

test.each(["localhost", "localhost.", "LOCALHOST", "ip6-localhost"])("the name %s leads nowhere", async (host) => {
  const { post } = createNetwork();
  const { status, answer } = await post(`https://${host}:8443/`, {}, "");
  expect([status, [INSIDE, UNKNOWN].includes(answer)]).toEqual([null, true]);
});

/** Answers of a name server, one for each look-up; the last one is repeated. */
function answering(...answers: string[][]) {
  let count = 0;
  return async () => {
    const addresses = answers[Math.min(count++, answers.length - 1)] ?? [];
    if (addresses.length === 0) throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
}

/** A server of this machine that nobody must reach. */
async function openInner() {
  let connections = 0;
  const inner = createServer().on("connection", () => connections++);
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  onTestFinished(() => void inner.close());
  return { port: (inner.address() as AddressInfo).port, count: () => connections };
}

test("a name whose answer changes after the check reaches nothing inside", async () => {
  const inner = await openInner();
  const { post, check } = createNetwork({ lookup: answering(["93.184.215.14"], ["127.0.0.1"]) });
  const url = `https://rebind.example.com:${inner.port}/`;
  expect(await check(url)).toBe(null);
  expect(await post(url, {}, "")).toEqual({ status: null, answer: INSIDE });
  expect(inner.count()).toBe(0);
});

test("a name with one private address among public ones is refused as a whole", async () => {
  const inner = await openInner();
  for (const answer of [["93.184.215.14", "127.0.0.1"], ["127.0.0.1", "2606:4700::1111"], ["::ffff:127.0.0.1"]]) {
    const { post, check } = createNetwork({ lookup: answering(answer) });
    const url = `https://mixed.example.com:${inner.port}/`;
    expect(await check(url)).toBe(INSIDE);
    expect(await post(url, {}, "")).toMatchObject({ answer: INSIDE });
  }
  expect(inner.count()).toBe(0);
  expect(await createNetwork({ lookup: answering([]) }).check("https://nowhere.example.com/")).toBe(UNKNOWN);
});

test("the planted fault of an allowed loopback is found: the inner server is reached", async () => {
  const inner = await openInner();
  const { post } = createNetwork({ lookup: answering(["127.0.0.1"]), isAllowed: () => true });
  await post(`https://rebind.example.com:${inner.port}/`, {}, "");
  expect(inner.count()).toBe(1);
});

test("a redirect is an answer, and nothing follows it", async () => {
  const receiver = await openReceiver();
  onTestFinished(receiver.close);
  const inner = await openInner();
  const { post } = createNetwork({ lookup: answering(["127.0.0.1"]), isAllowed: () => true });
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.state.answer = (response) =>
      void response.writeHead(status, { location: `https://127.0.0.1:${inner.port}/` }).end("elsewhere");
    expect(await post(receiver.url, {}, "{}")).toEqual({ status, answer: "elsewhere" });
  }
  expect(inner.count()).toBe(0);
});

test("reads the beginning of a long answer, and a wrong certificate is no connection", async () => {
  const receiver = await openReceiver();
  onTestFinished(receiver.close);
  const { post } = createNetwork({ lookup: answering(["127.0.0.1"]), isAllowed: () => true });
  receiver.state.answer = (response) => void response.end(`a\0${"x".repeat(5_000_000)}`);
  const { status, answer } = await post(receiver.url, {}, "{}");
  expect([status, answer.length, answer.includes("\0")]).toEqual([200, 999, false]);
  const other = receiver.url.replace("receiver.", "other.");
  expect(await post(other, {}, "{}")).toEqual({ status: null, answer: "送信先の証明書が正しくありません。" });
});

test.each([
  ["http://hooks.example.com/", "https://で始まる"],
  ["ftp://hooks.example.com/", "https://で始まる"],
  ["hooks.example.com", "https://で始まる"],
  ["https://user:password@hooks.example.com/", "ユーザー名と"],
  ["https://hooks.example.com:22/", "ポート"],
  ["https://hooks.example.com:80/", "ポート"],
  ["https://[2606:4700::1111]:25/", "ポート"],
  [`https://hooks.example.com/${"あ".repeat(200)}`, "500文字以内"],
])("the field refuses %s in words", (url, words) => {
  const { error } = contract.adminTools.addEndpoint.schema.body.safeParse({ url, events: ["trial.ends"], is_on: true });
  expect(error?.issues.map(({ message }) => message).join()).toMatch(new RegExp(words));
});

test.each([
  [" https://HOOKS.example.com:443/a b ", "https://hooks.example.com/a%20b"],
  // The server then refuses what the address really is.
  ["https://@127.0.0.1:8443\\@hooks.example.com/", "https://127.0.0.1:8443/@hooks.example.com/"],
  ["https://2130706433/", "https://127.0.0.1/"],
])("the field hands on %s as it is checked and used", (url, href) => {
  const { data } = contract.adminTools.addEndpoint.schema.body.safeParse({ url, events: ["trial.ends"], is_on: true });
  expect(data?.url).toBe(href);
});
