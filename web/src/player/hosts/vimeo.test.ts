import { describe, expect, it } from "vitest";
import { vimeo } from "./vimeo.ts";

describe("the embed of Vimeo", () => {
  it("starts at the given second", () => {
    expect(vimeo.address("76979871", { start: 90.7, page: "https://example.jp", key: null })).toBe(
      "https://player.vimeo.com/video/76979871?api=1&playsinline=1&dnt=1#t=90s",
    );
  });

  it("names the key of an unlisted video", () => {
    expect(vimeo.address("76979871", { start: 0, page: "https://example.jp", key: "abcdef1234" })).toBe(
      "https://player.vimeo.com/video/76979871?h=abcdef1234&api=1&playsinline=1&dnt=1",
    );
  });

  it.each([
    [{ event: "ready" }, [{ type: "ready" }]],
    [
      { event: "timeupdate", data: { seconds: 3.2, percent: 0.05, duration: 62 } },
      [
        { type: "duration", seconds: 62 },
        { type: "time", seconds: 3.2 },
      ],
    ],
    [
      { event: "play", data: { seconds: 0, duration: 62 } },
      [{ type: "duration", seconds: 62 }, { type: "time", seconds: 0 }, { type: "playing" }],
    ],
    [{ event: "pause" }, [{ type: "paused" }]],
    [{ event: "ended" }, [{ type: "ended" }]],
    [{ event: "volumechange", data: { volume: 0.5 } }, [{ type: "settings", settings: { volume: 0.5, muted: false } }]],
    [{ event: "playbackratechange", data: { playbackRate: 2 } }, [{ type: "settings", settings: { rate: 2 } }]],
    [{ event: "error", data: { name: "PrivacyError" } }, [{ type: "failed", failure: "embedding-refused" }]],
    [{ event: "error", data: { name: "NotAllowedError", method: "play" } }, [{ type: "blocked" }]],
    [{ event: "error", data: { name: "Error", method: "setPlaybackRate" } }, []],
    [{ method: "play" }, []],
  ])("says %o", (message, events) => {
    expect(vimeo.read(message)).toEqual(events);
  });
});
