import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { contract } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { FILM_SOURCES } from "../../../test/testing/film-sources.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { findFfmpeg } from "../../files/films/run.ts";
import { prepareFilms } from "./prepare.ts";
import { requestFilms } from "./queries.ts";

const t = useTestApp();
const hasFfmpeg = (await findFfmpeg()) !== null;

const deps = () => ({ ...t.deps, dataDir: t.dataDir, logger: pino({ level: "silent" }) });
const prepare = () => prepareFilms(deps(), new AbortController().signal);
const stored = (name: string) => join(t.dataDir, "media/videos", name);
const rowOf = async (name: string) => (await selectRows(t.db, "film_preparations")).find(({ film }) => film === name);
const now = () => new Date(t.clock.now()).toISOString();

async function watch(id: number) {
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const url = contract.videos.get.url.replace(":id", String(id));
  return (await t.app.inject({ url, headers })).json<VideoDetail>();
}
const read = async (url: string) => (await t.app.inject({ url })).body;

interface Segment {
  seconds: number;
  from: number;
  bytes: number;
}
function segmentsOf(playlist: string): Segment[] {
  return [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(([, seconds, bytes, from]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
    from: Number(from),
  }));
}

/** Apple's HLS authoring rules, as far as a script can check them. */
async function expectLadder(stream: NonNullable<VideoDetail["stream"]>, hasSound: boolean) {
  const playlist = await read(stream.url);
  expect(playlist).toContain("#EXT-X-INDEPENDENT-SEGMENTS");
  const variants = [...playlist.matchAll(/^#EXT-X-STREAM-INF:(.*)\n(.*)$/gm)].map(
    ([, attributes = "", address = ""]) => ({
      attributes,
      address,
      bandwidth: Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(attributes)?.[1]),
      average: Number(/AVERAGE-BANDWIDTH=(\d+)/.exec(attributes)?.[1]),
      codecs: /CODECS="([^"]+)"/.exec(attributes)?.[1],
      size: /RESOLUTION=(\d+x\d+)/.exec(attributes)?.[1],
    }),
  );
  const audio = /^#EXT-X-MEDIA:TYPE=AUDIO.*URI="([^"]+)"/m.exec(playlist)?.[1];
  expect(audio !== undefined).toBe(hasSound);
  expect(variants.filter(({ size }) => size === undefined).map(({ codecs }) => codecs)).toEqual(
    hasSound ? ["mp4a.40.2"] : [],
  );
  const starts: number[][] = [];
  for (const { address, bandwidth, average, codecs, size } of variants) {
    const media = await read(address);
    const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(media)?.[1]);
    const segments = segmentsOf(media);
    expect(segments.length).toBeGreaterThan(0);
    for (const { seconds } of segments) expect(Math.round(seconds)).toBeLessThanOrEqual(target);
    // The first one is short, so that a film starts soon.
    expect(segments[0]?.seconds).toBeCloseTo(2, 1);
    for (const { seconds } of segments.slice(1, -1)) expect(seconds).toBeGreaterThan(5.9);
    expect(media.trimEnd().endsWith("#EXT-X-ENDLIST")).toBe(true);
    expect(average).toBeGreaterThan(0);
    expect(average).toBeLessThanOrEqual(bandwidth);
    const file = new URL(/^\/media\/videos\/.*$/m.exec(media)?.[0] ?? "", "http://localhost").pathname.slice(
      "/media/videos/".length,
    );
    const end = segments.at(-1);
    const { stdout } = await promisify(execFile)(
      "ffprobe",
      [
        ...[
          "-v",
          "error",
          "-of",
          "json",
          "-show_streams",
          "-show_format",
          "-show_entries",
          "packet=pts_time,flags",
          stored(file),
        ],
      ],
      { maxBuffer: 1e9 },
    );
    const { streams, format, packets } = JSON.parse(stdout);
    expect((end?.from ?? 0) + (end?.bytes ?? 0)).toBe(Number(format.size));
    if (size === undefined) continue;
    const [video] = streams;
    expect(`${video.width}x${video.height}`).toBe(size);
    expect([video.codec_name, video.profile, video.pix_fmt]).toEqual(["h264", "High", "yuv420p"]);
    expect(codecs?.split(",")[0]).toMatch(/^avc1\.6400[0-9a-f]{2}$/);
    const keys: number[] = packets
      .filter(({ flags }: { flags: string }) => flags.startsWith("K"))
      .map(({ pts_time }: { pts_time: string }) => Number(pts_time));
    let at = 0;
    const begins = segments.map(({ seconds }) => ((at += seconds), at - seconds));
    expect(keys.length).toBe(begins.length);
    for (const [index, key] of keys.entries()) expect(key).toBeCloseTo(begins[index] ?? -1, 2);
    starts.push(keys.map((key) => Math.round(key * 1000)));
  }
  for (const each of starts) expect(each).toEqual(starts[0]);
  return {
    variants,
    sizes: variants.flatMap(({ size }) => size ?? []),
    seconds: segmentsOf(await read(variants[0]?.address ?? "")).reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

describe.runIf(hasFfmpeg)("a film", () => {
  test.each([
    ["a MOV of a camera", ["480", "240", "360", "720"], true],
    ["HEVC of a phone", ["180"], true],
    ["a screen of a varying rate", ["180"], true],
    ["a phone held upright", ["320"], true],
    ["ten bits of a colour", ["180"], true],
    ["one channel of sound", ["180"], true],
    ["no sound", ["180"], false],
    ["a picture of 4:3, and odd", ["240"], true],
    ["60 pictures a second", ["180"], true],
    ["an hour of slides", ["180"], true],
  ] as const)("of %s is stored in qualities that follow Apple's rules", async (kind, heights, hasSound) => {
    const name = `film-${Math.random().toString(36).slice(2)}.mp4`;
    await FILM_SOURCES[kind](stored(name));
    const { id } = await createVideo(t.db, t.clock, { host: "file", video_id: name });
    expect((await watch(id)).stream).toBe(null);
    await requestFilms(t.db, [[name], now()]);
    await prepare();
    expect(await rowOf(name)).toMatchObject({ state: "ready", reason: null });
    const { stream, source_url, thumbnail } = await watch(id);
    if (!stream) throw new Error("no stream");
    expect(source_url).not.toBe(null);
    expect(thumbnail).toMatch(/-640\.webp$/);
    const { sizes, seconds } = await expectLadder(stream, hasSound);
    expect(sizes.map((size) => size.split("x")[1])).toEqual(heights);
    expect(Math.abs(seconds - (kind === "an hour of slides" ? 3_600 : 8))).toBeLessThan(0.5);
  });

  test.each([
    ["a file that was cut", "cut"],
    ["no film", "not-a-film"],
  ] as const)("of %s is refused", async (kind, reason) => {
    await FILM_SOURCES[kind](stored(`${reason}.mp4`));
    await requestFilms(t.db, [[`${reason}.mp4`], now()]);
    await prepare();
    expect(await rowOf(`${reason}.mp4`)).toMatchObject({ state: "refused", reason });
  });
});
