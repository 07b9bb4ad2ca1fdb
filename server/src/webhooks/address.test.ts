import { contract } from "@manabiya/contract";
import { expect, onTestFinished, test } from "vitest";
import {
  answering,
  INSIDE,
  LOCAL_NAMES,
  MIXED,
  openInner as openInnerServer,
  PRIVATE,
  REBOUND,
  REDIRECTS,
  SPELLINGS,
  UNKNOWN,
} from "../../test/testing/inner-addresses.ts";
import { openReceiver } from "../../test/testing/webhook-receiver.ts";
import { isPublicAddress } from "./address.ts";
import { createNetwork } from "./post.ts";

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

test.each(SPELLINGS)("nothing is sent to https://%s/", async (host) => {
  const { post, check } = createNetwork({ lookup: () => expect.unreachable("an address needs no look-up") });
  const url = `https://${host}:8443/`;
  expect(await check(url)).toBe(INSIDE);
  expect(await post(url, {}, "")).toEqual({ status: null, answer: INSIDE });
});

test.each(LOCAL_NAMES)("the name %s leads nowhere", async (host) => {
  const { post } = createNetwork();
  const { status, answer } = await post(`https://${host}:8443/`, {}, "");
  expect([status, [INSIDE, UNKNOWN].includes(answer)]).toEqual([null, true]);
});

async function openInner() {
  const inner = await openInnerServer();
  onTestFinished(inner.close);
  return inner;
}

test("a name whose answer changes after the check reaches nothing inside", async () => {
  const inner = await openInner();
  const { post, check } = createNetwork({ lookup: answering(...REBOUND) });
  const url = `https://rebind.example.com:${inner.port}/`;
  expect(await check(url)).toBe(null);
  expect(await post(url, {}, "")).toEqual({ status: null, answer: INSIDE });
  expect(inner.count()).toBe(0);
});

test("a name with one private address among public ones is refused as a whole", async () => {
  const inner = await openInner();
  for (const answer of MIXED) {
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
  for (const status of REDIRECTS) {
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
  ["another protocol", "101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 101],
  ["a body that never ends", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", 200],
  ["a body that never comes", "200 OK\r\nContent-Length: 100\r\n\r\n", 200],
  ["nothing but a promise", "100 Continue\r\n\r\n", null],
])("an answer of %s ends with its status", async (_what, answer, status) => {
  const receiver = await openReceiver();
  onTestFinished(receiver.close);
  const { post } = createNetwork({ lookup: answering(["127.0.0.1"]), isAllowed: () => true });
  receiver.state.answer = ({ socket }) => void socket?.write(`HTTP/1.1 ${answer}`);
  expect(await post(receiver.url, {}, "{}", AbortSignal.timeout(500))).toMatchObject({ status });
});

test.each([
  ["http://hooks.example.com/", "https://で始まる"],
  ["ftp://hooks.example.com/", "https://で始まる"],
  ["hooks.example.com", "https://で始まる"],
  ["https://user:password@hooks.example.com/", "ユーザー名を含む"],
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
