import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OembedStandIn, REPLIES, startOembedStandIn } from "../../../test/testing/oembed-stand-in.ts";
import { askHost, readHostDetails } from "./oembed.ts";

let hosts: OembedStandIn;
beforeAll(async () => {
  hosts = await startOembedStandIn();
});
afterAll(() => hosts.close());
beforeEach(() => {
  hosts.always = null;
  hosts.asked.length = 0;
  hosts.headers.length = 0;
});

const optionsFor = (timeout: number) => ({
  addresses: hosts.addresses(),
  publicUrl: "https://manabiya.example.jp",
  signal: AbortSignal.timeout(timeout),
});
const ask = (host: "youtube" | "vimeo", { video_id = "1", host_hash = null as string | null, timeout = 5_000 } = {}) =>
  askHost({ host, video_id, host_hash }, optionsFor(timeout));
const describeVideo = (host: "youtube" | "vimeo") =>
  readHostDetails({ host, video_id: "1", host_hash: null }, optionsFor(5_000));

describe("reads a host's answer about a video that", () => {
  test.each([
    ["youtube", "plays", "plays"],
    ["youtube", "has an impossible id", "removed"],
    ["youtube", "has embedding off", "not_embeddable"],
    ["youtube", "is private", "private"],
    ["youtube", "is removed", "removed"],
    ["vimeo", "plays", "plays"],
    ["vimeo", "is for our domain", "plays"],
    ["vimeo", "is for other domains", "not_embeddable"],
    ["vimeo", "has embedding off", "not_embeddable"],
    ["vimeo", "is removed", "removed"],
  ] as const)("%s %s", async (host, name, state) => {
    const replies: Record<string, (typeof REPLIES)["vimeo"]["is removed"] | (typeof REPLIES)["vimeo"]["plays"]> =
      REPLIES[host];
    hosts.always = replies[name] ?? null;
    expect(await ask(host)).toBe(state);
  });

  test("is removed, with a page of any length about it", async () => {
    hosts.always = { status: 404, body: "<html>".repeat(100_000) };
    expect(await ask("vimeo")).toBe("removed");
  });
});

describe("calls an answer unclear that says nothing about the video:", () => {
  test.each([
    ["an outage", { status: 503 }],
    ["a fault", { status: 500, body: "Internal Server Error" }],
    ["an unknown status", { status: 418 }],
    ["a page instead of JSON", { status: 200, body: "<html>consent</html>" }],
    ["a page that asks for a login", { status: 200, body: `<form action="/login"></form>` }],
    ["a redirect to a private network", { status: 301, headers: { location: "http://192.168.0.1/" } }],
    ["another type", { status: 200, body: { type: "link" } }],
    ["an endless answer", { status: 200, body: "x".repeat(1_000_000) }],
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:9/" } }],
    ["silence", "silence"],
  ] as const)("%s", async (_, reply) => {
    hosts.always = reply;
    expect(await ask("youtube", { timeout: reply === "silence" ? 100 : 5_000 })).toMatchObject({ retryAfter: null });
    expect(hosts.asked).toHaveLength(1);
  });

  test("a limit, with the host's time to wait", async () => {
    hosts.always = { status: 429, headers: { "retry-after": "30" } };
    expect(await ask("vimeo")).toEqual({ reason: "status 429", retryAfter: 30_000 });
  });
});

test.each([
  ["youtube", { title: "値段の決め方", author_name: "先生" }, { title: "値段の決め方", duration: null }],
  ["vimeo", { title: "値段の決め方", duration: 754 }, { title: "値段の決め方", duration: 754 }],
  ["vimeo", { title: 7, duration: -1 }, { title: null, duration: null }],
] as const)("%s names title and length of a video as %j", async (host, said, details) => {
  hosts.always = { status: 200, body: { type: "video", ...said } };
  expect(await describeVideo(host)).toEqual(details);
  hosts.always = { status: 404 };
  expect(await describeVideo(host)).toEqual({ title: null, duration: null });
});

test("asks for the video's page, with Vimeo's key of an unlisted video", async () => {
  await ask("youtube", { video_id: "a&b=c" });
  await ask("vimeo", { video_id: "123", host_hash: "abcdef12" });
  await ask("vimeo", { video_id: "123" });
  expect(hosts.asked).toEqual([
    "https://www.youtube.com/watch?v=a%26b%3Dc",
    "https://vimeo.com/123/abcdef12",
    "https://vimeo.com/123",
  ]);
});

test("names this service in every request", async () => {
  await ask("vimeo");
  expect(hosts.headers[0]).toMatchObject({
    "user-agent": "manabiya-video-check (+https://manabiya.example.jp)",
    referer: "https://manabiya.example.jp/",
  });
});
