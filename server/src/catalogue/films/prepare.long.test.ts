import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createUser, createVideo } from "../../../test/testing/factories.ts";
import { FILM_SOURCES } from "../../../test/testing/film-sources.ts";
import { brokenPictures, brokenRules } from "../../../test/testing/hls-rules.ts";
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

/** @returns the sizes of the pictures, and the film's seconds */
async function expectLadder(stream: NonNullable<VideoDetail["stream"]>) {
  const beside = (name: string) => read(stream.url.replace(/[^/]+$/, name));
  const ladder = { multivariant: await read(stream.url), read: beside, fileAt: stored };
  expect(await brokenRules(ladder)).toEqual([]);
  expect(await brokenPictures(ladder)).toEqual([]);
  const first = await beside(/^[^#\n]+$/m.exec(ladder.multivariant)?.[0] ?? "");
  const seconds = [...first.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
  // So that a film starts soon.
  expect(seconds[0]).toBeCloseTo(2, 1);
  for (const each of seconds.slice(1, -1)) expect(each).toBeGreaterThan(5.9);
  return {
    heights: [...ladder.multivariant.matchAll(/RESOLUTION=\d+x(\d+)/g)].map(([, height]) => height),
    hasSound: ladder.multivariant.includes("TYPE=AUDIO"),
    seconds: seconds.reduce((sum, each) => sum + each, 0),
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
    ["three hours of slides", ["180"], false],
    ["a sound that ends early", ["180"], true],
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
    const { seconds, ...found } = await expectLadder(stream);
    expect(found).toEqual({ heights, hasSound });
    expect(Math.abs(seconds - (kind === "three hours of slides" ? 10_800 : 8))).toBeLessThan(0.5);
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
