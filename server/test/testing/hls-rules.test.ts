import { readFileSync } from "node:fs";
import { join } from "node:path";
import { streamsFolder } from "@manabiya/demo/content/folders.ts";
import { expect, test } from "vitest";
import { filePlaylist, multivariantPlaylist } from "../../src/files/films/playlists.ts";
import type { DemoStreamFile } from "../../src/seed/streams.ts";
import { findFfmpeg } from "../../src/files/films/run.ts";
import { brokenPictures, brokenRules, type Ladder } from "./hls-rules.ts";

const hasFfmpeg = (await findFfmpeg()) !== null;
const files = JSON.parse(readFileSync(join(streamsFolder, "mkt-local-01.json"), "utf8")) as DemoStreamFile[];

/** The demo's film as a player gets it. @param edit plants a defect in each playlist */
function demoLadder(edit: (text: string) => string = (text) => text): Ladder {
  const rungs = files.map(({ name, details }) => ({ rung: details as never, name }));
  return {
    multivariant: edit(multivariantPlaylist(rungs, "main")),
    read: (address) => {
      const name = address.replace(/\.m3u8$/, "");
      return edit(filePlaylist(files.find((each) => each.name === name)?.playlist ?? "", name));
    },
    fileAt: (name) => join(streamsFolder, name),
  };
}

test("the demo's film keeps Apple's rules", async () => {
  expect(await brokenRules(demoLadder())).toEqual([]);
});

test.runIf(hasFfmpeg)("the demo's film has the pictures and the sound that its playlists name", async () => {
  expect(await brokenPictures(demoLadder())).toEqual([]);
});

test.each([
  ["#EXT-X-VERSION:7", "#EXT-X-VERSION:3", "version 6"],
  ["#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA", "#EXT-X-MEDIA", "independent"],
  ["avc1.64001f", "avc1.4d001f", "its codec of pictures"],
  [",mp4a.40.2", "", "its codec of sound"],
  ["FRAME-RATE=2.000", "FRAME-RATE=120.000", "FRAME-RATE"],
  [/(?<=[:,]BANDWIDTH=)\d/, "9", "near"],
  [/AVERAGE-BANDWIDTH=\d/, "AVERAGE-BANDWIDTH=9", "near"],
  ["1280x720", "1280x800", "one shape"],
  ["#EXT-X-PLAYLIST-TYPE:VOD\n", "", "no live stream"],
  ["#EXT-X-ENDLIST\n", "", "has an end"],
  ["TARGETDURATION:6", "TARGETDURATION:5", "of 5 seconds"],
  ["TARGETDURATION:6", "TARGETDURATION:10", "six seconds"],
  [/#EXTINF:6.*\n.*\n.*\n/, "", "where the last one ends"],
  [/(BYTERANGE:\d+@)\d+/, "$1900", "begins with a box"],
  [/#EXT-X-STREAM-INF:.*mp4a.40.2",AUDIO.*\n.*\n/, "", "heard alone"],
  ['CHANNELS="1",', "", "the sound has CHANNELS"],
])("a ladder with another text for %s is found out", async (text, instead, rule) => {
  const planted = demoLadder((playlist) => playlist.replace(new RegExp(text), instead));
  expect((await brokenRules(planted)).join("\n")).toContain(rule);
});
