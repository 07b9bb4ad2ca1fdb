import { expect, test, vi } from "vitest";
import { storePreferences } from "../controls/preferences.ts";
import { attachCaptions } from "./attach-captions.ts";

const LINES = [
  { starts_ms: 500, ends_ms: 2_000, text: "a < b & c" },
  { starts_ms: 2_000, ends_ms: 4_250, text: "次の\n言葉" },
];
const cuesOf = (video: HTMLVideoElement) => [...(video.textTracks[0]?.cues ?? [])] as VTTCue[];

function show(video: HTMLVideoElement, mode: TextTrackMode): void {
  const [track] = video.textTracks;
  if (track) track.mode = mode;
}

test("a video has one track, whose lines are loaded when it is first shown, and survive a renewed source", async () => {
  const video = document.createElement("video");
  const load = vi.fn(() => Promise.resolve(LINES));
  attachCaptions(video, load)();
  attachCaptions(video, load);
  expect([...video.textTracks].map(({ kind, label, language }) => [kind, label, language])).toEqual([
    ["captions", "日本語", "ja"],
  ]);
  expect(load).not.toHaveBeenCalled();

  show(video, "showing");
  await vi.waitFor(() => expect(cuesOf(video)).toHaveLength(2), { timeout: 60_000 });
  expect(cuesOf(video).map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
    [0.5, 2],
    [2, 4.25],
  ]);
  // Both end one line above the lower edge.
  expect(cuesOf(video).map(({ line }) => line)).toEqual([-2, -3]);
  expect(cuesOf(video)[0]?.getCueAsHTML().textContent).toBe("a < b & c");

  video.src = "data:video/webm;base64,";
  video.load();
  show(video, "disabled");
  attachCaptions(video, load);
  const changed = new Promise((resolve) => video.textTracks.addEventListener("change", resolve, { once: true }));
  show(video, "showing");
  await changed;
  expect(video.textTracks).toHaveLength(1);
  expect(cuesOf(video)).toHaveLength(2);
  expect(load).toHaveBeenCalledOnce();
});

test("captions are shown from the start if the member left them shown", async () => {
  storePreferences({ captions: true });
  const video = document.createElement("video");
  attachCaptions(video, () => Promise.resolve(LINES));
  expect(video.textTracks[0]?.mode).toBe("showing");
  await vi.waitFor(() => expect(cuesOf(video)).toHaveLength(2), { timeout: 60_000 });
});

test("captions that failed to load are loaded when they are shown again", async () => {
  const video = document.createElement("video");
  let isOnline = false;
  const load = vi.fn(() => (isOnline ? Promise.resolve(LINES) : Promise.reject(new Error("no network"))));
  attachCaptions(video, load);
  show(video, "showing");
  await vi.waitFor(() => expect(load).toHaveBeenCalled(), { timeout: 60_000 });
  show(video, "hidden");
  isOnline = true;
  show(video, "showing");
  await vi.waitFor(() => expect(cuesOf(video)).toHaveLength(2), { timeout: 60_000 });
});
