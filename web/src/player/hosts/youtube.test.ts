import { describe, expect, it } from "vitest";
import { parseMessage } from "./embed-protocol.ts";
import { youtube } from "./youtube.ts";

const read = (data: unknown) => youtube.read(parseMessage(data) ?? {});

describe("the embed of YouTube", () => {
  it("has this page as origin in its address, and starts at the given second", () => {
    const url = new URL(youtube.address("UXqq0ZvbOnk", { start: 90.7, page: "https://example.jp", key: null }));
    expect(url.origin + url.pathname).toBe("https://www.youtube-nocookie.com/embed/UXqq0ZvbOnk");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      enablejsapi: "1",
      playsinline: "1",
      autoplay: "1",
      origin: "https://example.jp",
      start: "90",
    });
  });

  it("stays on its host whatever the id", () => {
    const url = new URL(youtube.address("../x?a=b#c", { start: 0, page: "https://example.jp", key: null }));
    expect(url.pathname).toBe("/embed/..%2Fx%3Fa%3Db%23c");
  });

  it.each([
    ['{"event":"onReady","info":null,"id":"manabiya"}', [{ type: "ready" }]],
    ['{"event":"onStateChange","info":1}', [{ type: "playing" }]],
    ['{"event":"onStateChange","info":2}', [{ type: "paused" }]],
    ['{"event":"onStateChange","info":0}', [{ type: "ended" }]],
    ['{"event":"onStateChange","info":3}', []],
    ['{"event":"onAutoplayBlocked","info":null}', [{ type: "blocked" }]],
    ['{"event":"onError","info":2}', [{ type: "failed", failure: "wrong-id" }]],
    ['{"event":"onError","info":5}', [{ type: "failed", failure: "unplayable" }]],
    ['{"event":"onError","info":100}', [{ type: "failed", failure: "removed" }]],
    ['{"event":"onError","info":101}', [{ type: "failed", failure: "embedding-refused" }]],
    ['{"event":"onError","info":150}', [{ type: "failed", failure: "embedding-refused" }]],
    ['{"event":"onError","info":153}', [{ type: "failed", failure: "referrer-missing" }]],
    ['{"event":"onError","info":999}', [{ type: "failed", failure: "unplayable" }]],
    ['{"event":"apiInfoDelivery","info":{"namespaces":[]}}', []],
    ["not JSON", []],
    ["7", []],
    [null, []],
  ])("says %s", (message, events) => {
    expect(read(message)).toEqual(events);
  });

  it("delivers times, settings and its state together", () => {
    const info = { currentTime: 12.5, duration: 263, playbackRate: 1.5, volume: 40, muted: false, playerState: 1 };
    expect(read({ event: "infoDelivery", info })).toEqual([
      { type: "duration", seconds: 263 },
      { type: "time", seconds: 12.5 },
      { type: "settings", settings: { rate: 1.5, volume: 0.4, muted: false } },
      { type: "playing" },
    ]);
  });

  it("ignores the missing length of a video that has not loaded", () => {
    expect(read({ event: "initialDelivery", info: { duration: 0, playerState: -1 } })).toEqual([{ type: "ready" }]);
  });

  it("reports the time in progress events too", () => {
    const info = { progressState: { current: 12.5, duration: 263 } };
    expect(read({ event: "infoDelivery", info })).toEqual([{ type: "time", seconds: 12.5 }]);
  });

  it("seeks by seconds", () => {
    expect(youtube.seek(90)).toMatchObject({ event: "command", func: "seekTo", args: [90, true] });
  });
});
