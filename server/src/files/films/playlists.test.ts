import { expect, test } from "vitest";
import { readPlaylist } from "./playlists.ts";

/** As ffmpeg writes it. */
const playlistOf = (segments: [seconds: number, bytes: number][]) => {
  let at = 800;
  const lines = segments.map(([seconds, bytes]) => {
    at += bytes;
    return `#EXTINF:${seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${bytes}@${at - bytes}\nfilm.mp4\n`;
  });
  return `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${lines.join("")}#EXT-X-ENDLIST\n`;
};
const ratesOf = (...segments: [number, number][]) => {
  const { rates } = readPlaylist(playlistOf(segments), "film.mp4");
  return [rates.bandwidth, rates.average];
};

test("the highest rate is that of half to one and a half of a segment's time, as players load it", () => {
  expect(ratesOf([6, 6_000], [6, 12_000], [6, 6_000])).toEqual([16_000, 10_667]);
  // A short beginning counts together with what follows, and a short end with what was before.
  expect(ratesOf([2, 8_000], [6, 8_000], [6, 4_000])).toEqual([16_000, 11_429]);
  expect(ratesOf([6, 4_000], [6, 8_000], [1, 6_000])).toEqual([16_000, 11_077]);
  expect(ratesOf([2, 2_000])).toEqual([8_000, 8_000]);
});
