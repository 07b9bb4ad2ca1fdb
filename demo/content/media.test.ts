import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoCatalogue } from "./catalogue.ts";
import type { DemoVideo } from "./catalogue.ts";
import { clipsFolder, thumbnailsFolder } from "./folders.ts";
import { readWebm } from "./media/webm.ts";
import type { WebmFacts } from "./media/webm.ts";

const clipLimit = 400_000;
const allClipsLimit = 10_000_000;
/** Seconds by which the voice may begin or end apart from its caption. */
const sync = 0.3;
/** Bytes of a packet of sound in which nobody speaks, at the most. */
const quiet = 60;
const pictureLimits = { 640: 20_000, 320: 10_000 } as const;

const films = demoCatalogue.videos.filter(({ host }) => host === "file");

function clipOf(video: DemoVideo): Buffer {
  return readFileSync(`${clipsFolder}${video.video_id}.webm`);
}

function factsOf(video: DemoVideo): WebmFacts {
  return readWebm(clipOf(video));
}

test("limits the size of each clip and of all clips", () => {
  const sizes = films.map((video) => ({ clip: video.video_id, size: clipOf(video).length }));
  expect(sizes.filter(({ size }) => size > clipLimit)).toEqual([]);
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(allClipsLimit);
});

test.each(films)("$video_id has portable codecs and the catalogue's duration", (video) => {
  const facts = factsOf(video);
  expect(facts.codecs).toEqual(["V_VP9", "A_OPUS"]);
  expect(Math.ceil(facts.duration)).toBe(video.duration);
});

test.each(films)("$video_id has its index first and a keyframe at each chapter", (video) => {
  const facts = factsOf(video);
  expect(facts.cuesBeforeFirstCluster).toBe(true);
  for (const { time_seconds } of video.chapters) {
    expect(facts.cueTimes).toContain(time_seconds);
  }
});

test.each(films)(
  "$video_id has sound to its end, and a voice while a caption is in view and at no other time",
  (video) => {
    const { sound } = factsOf(video);
    expect(sound.at(-1)?.time).toBeGreaterThan(video.duration - 1);
    const loud = sound.filter(({ bytes }) => bytes > quiet).map(({ time }) => time);
    const inSync = video.captions.map(({ starts_ms, ends_ms, text }) => {
      const [from, to] = [starts_ms / 1_000 - sync, ends_ms / 1_000 + sync];
      const heard = loud.filter((time) => time > from && time < to);
      expect(heard[0], text).toBeLessThan(from + 2 * sync);
      expect(heard.at(-1), text).toBeGreaterThan(to - 2 * sync);
      return heard.length;
    });
    expect(inSync.reduce((sum, count) => sum + count)).toBe(loud.length);
  },
);

test("readWebm throws for a truncated file", () => {
  const [video] = films;
  if (!video) throw new Error("There are no clips");
  const bytes = clipOf(video);
  expect(() => readWebm(bytes.subarray(0, bytes.length / 2))).toThrow(RangeError);
});

test("every video and the playlist default have a 16:9 picture in both sizes", () => {
  const names = [...demoCatalogue.videos.map(({ thumbnail }) => thumbnail), "playlist-default"];
  for (const name of names) {
    for (const [width, limit] of Object.entries(pictureLimits)) {
      const bytes = readFileSync(`${thumbnailsFolder}${name}-${width}.webp`);
      expect(bytes.toString("latin1", 8, 16), name).toBe("WEBPVP8 ");
      expect([bytes.readUInt16LE(26), bytes.readUInt16LE(28)]).toEqual([Number(width), (Number(width) * 9) / 16]);
      expect(bytes.length, name).toBeLessThanOrEqual(limit);
    }
  }
});

test("every clip and picture belongs to a video", () => {
  const pictures = [...demoCatalogue.videos.map(({ thumbnail }) => thumbnail), "playlist-default"];
  expect(readdirSync(clipsFolder).toSorted()).toEqual(
    ["README.md", ...films.map(({ video_id }) => `${video_id}.webm`)].toSorted(),
  );
  expect(readdirSync(thumbnailsFolder).toSorted()).toEqual(
    pictures.flatMap((name) => [`${name}-320.webp`, `${name}-640.webp`]).toSorted(),
  );
});
