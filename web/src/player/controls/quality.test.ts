import { describe, expect, it } from "vitest";
import { sidesOf, nearestSide } from "./quality.ts";

describe("the qualities of a film", () => {
  it("are the shorter sides of its playlist, each once, the largest first, without the sound", () => {
    const playlist = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=396000,RESOLUTION=426x240,CODECS="avc1.64001f,mp4a.40.2",AUDIO="sound"
240.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2",AUDIO="sound"
sound.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=4596000,RESOLUTION=1920x1080,AUDIO="sound"
1080.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=9596000,RESOLUTION=1920x1080,AUDIO="sound"
1080-60.m3u8`;
    expect(sidesOf(playlist)).toEqual([1080, 240]);
  });

  it("are named alike for an upright picture", () => {
    expect(sidesOf("RESOLUTION=608x1080\nRESOLUTION=240x426")).toEqual([608, 240]);
  });

  it.each([
    [1080, 720],
    [720, 720],
    [500, 480],
    [144, 240],
  ])("of which the one nearest to %i lines has %i", (wanted, nearest) => {
    expect(nearestSide([720, 480, 240], wanted)).toBe(nearest);
  });
});
