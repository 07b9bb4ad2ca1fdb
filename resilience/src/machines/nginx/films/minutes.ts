import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cpuOf } from "@manabiya/bench/measure/cpu.ts";
import { contract } from "@manabiya/contract";
import type { VideoDetail } from "@manabiya/contract/catalogue/videos.ts";
import { insertRow } from "@manabiya/server/src/db/insert-rows.ts";
import { startNginx } from "../../rolling/proxies.ts";
import { freePort, openService, type Service } from "../../../service.ts";

const MINUTE = 60_000;
/** One of the generated videos. */
const VIDEO = 1;
/** Minutes of the film, which ends for nobody. */
const LENGTH = 10;
/** The quality of a player whose network is good. */
const SIDE = 480;

/** Milliseconds of the application's processor time for a minute of one player. */
export interface MinuteCosts {
  /** While nobody watches, which the others leave out. */
  idle: number;
  /** Once, until nginx has the film's pieces. */
  storing: number;
  stream: number;
  oneFile: number;
  /** Addresses of stored pieces for others that were not refused. */
  opened: string[];
}

/** Members watch a film at its own pace: as a stream through the shipped nginx, then as one file from the application. */
export async function measureMinutes(folder: string, players: number, minutes: number): Promise<MinuteCosts> {
  const port = await freePort();
  const nginx = await startNginx(folder, port, 128);
  const service = await openService(undefined, { PORT: String(port), PUBLIC_URL: nginx.url }).catch(async (error) => {
    await nginx.stop();
    throw error;
  });
  const { members, server } = service;
  try {
    const size = await storeFilm(service);
    const watch = async (count: number, play: (film: VideoDetail, late: number) => Promise<void>) => {
      const opened = Array.from({ length: count }, async (_, index) => {
        const address = contract.videos.get.url.replace(":id", String(VIDEO));
        const answer = await ask(nginx.url + address, { headers: members.headers(index + 1) });
        return (await answer.json()) as VideoDetail;
      });
      const films = await Promise.all(opened);
      const before = cpuOf(server.pid) ?? Number.NaN;
      // Everybody begins at another instant of a minute.
      await Promise.all(films.map((film, index) => play(film, (index / count) * MINUTE)));
      return (cpuOf(server.pid) ?? Number.NaN) - before;
    };
    const storing = await watch(1, (film) =>
      playStream(nginx.url, film, { late: 0, length: LENGTH * MINUTE, pace: 0 }),
    );
    // The server's start is over.
    await pause(MINUTE);
    const idle = (await watch(1, () => pause(2 * MINUTE))) / 2;
    const each = (spent: number) => (spent - idle * (minutes + 1)) / (players * minutes);
    const length = minutes * MINUTE;
    const stream = await watch(players, (film, late) => playStream(nginx.url, film, { late, length, pace: 1 }));
    const oneFile = await watch(players, (film, late) => playFile(server.url, film, { late, length, size }));
    const opened = await openForOthers(nginx.url, members.headers(1));
    return { idle, storing: storing / LENGTH, stream: each(stream), oneFile: each(oneFile), opened };
  } finally {
    await service.close();
    await nginx.stop();
  }
}

/** Seconds of a segment, and the files of a prepared film with their bits a second. Only players look into their bytes. */
const SEGMENT = 6;
const RUNGS: Record<string, number> = { 240: 400_000, [SIDE]: 1_300_000, audio: 96_000 };
const HEAD = 800;

/** Stores a film as a preparation leaves it. @returns the bytes of its one file */
async function storeFilm({ database: { db }, dataDir }: Service): Promise<number> {
  const film = "film.mp4";
  const seconds = LENGTH * 60;
  const store = async (name: string, bits: number) => {
    const content = randomBytes(HEAD + (bits * seconds) / 8);
    await writeFile(join(dataDir, "media/videos", name), content);
    return content.length;
  };
  const at = new Date().toISOString();
  const instants = { requested_at: at, not_before: at, used_at: at };
  await insertRow(db, "film_preparations", { film, state: "ready", has_poster: true, ...instants });
  for (const [rung, bits] of Object.entries(RUNGS)) {
    const name = `film-${rung}.mp4`;
    const length = (bits * SEGMENT) / 8;
    const segments = Array.from({ length: seconds / SEGMENT }, (_, index) => {
      return `#EXTINF:${SEGMENT}.000000,\n#EXT-X-BYTERANGE:${length}@${HEAD + index * length}\n{file}\n`;
    });
    const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${SEGMENT}\n#EXT-X-PLAYLIST-TYPE:VOD\n`;
    const playlist = `${head}#EXT-X-MAP:URI="{file}",BYTERANGE="${HEAD}@0"\n${segments.join("")}#EXT-X-ENDLIST\n`;
    const side = Number(rung);
    const shape = { kind: "video", width: Math.round((side * 16) / 9), height: side, rate: 30, codec: "avc1.64001f" };
    const details = rung === "audio" ? { kind: "audio", channels: 2 } : shape;
    const row = { name, film, rung, bytes: await store(name, bits), playlist };
    await insertRow(db, "film_files", {
      ...row,
      details: JSON.stringify({ ...details, bandwidth: bits, average: bits }),
    });
  }
  const size = await store(film, (RUNGS[SIDE] ?? 0) + (RUNGS["audio"] ?? 0));
  await db.query({ text: "update videos set host = 'file', video_id = $2 where id = $1", values: [VIDEO, film] });
  return size;
}

/** @returns the addresses by which nginx gives what it stores to another session, with another film's signature, or as another film */
async function openForOthers(url: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await ask(url + contract.videos.get.url.replace(":id", String(VIDEO)), { headers });
  const { url: main = "" } = ((await answer.json()) as VideoDetail).stream ?? {};
  const stored = [main, main.replace("main.m3u8", `film-${SIDE}.mp4`)];
  for (const path of stored) if (!(await ask(url + path, {})).ok) throw new Error(`${path} is refused`);
  const wrong = stored.flatMap((path) => [
    path.replace(/\.[\da-f]{8}-/, ".00000000-"),
    path.replace(/films\/\d+/, "films/9999999999999"),
    path.replace(/\.[\w-]{4}(?=[\w-]*\/)/, ".AAAA"),
    path.replace("/film.mp4/", "/other.mp4/"),
    path.replace(/films\/[^/]+\//, "films/"),
    path.replace(/films\/[^/]+\/film.mp4/, "videos"),
  ]);
  const statuses = await Promise.all(wrong.map(async (path) => (await ask(url + path, {})).ok));
  return wrong.filter((_, index) => statuses[index]);
}

interface Piece {
  /** Milliseconds from the film's beginning. */
  at: number;
  range: string;
}

/** @returns the address of a playlist's file, its beginning and its segments */
function piecesOf(address: string, playlist: string): { file: string; pieces: Piece[] } {
  const [, name = "", length = "", from = ""] = /MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/.exec(playlist) ?? [];
  const rangeOf = (bytes: number, first: number) => `bytes=${first}-${first + bytes - 1}`;
  const pieces = [{ at: 0, range: rangeOf(Number(length), Number(from)) }];
  let at = 0;
  for (const [, seconds, bytes, first] of playlist.matchAll(/EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g)) {
    pieces.push({ at, range: rangeOf(Number(bytes), Number(first)) });
    at += Number(seconds) * 1000;
  }
  return { file: beside(address, name), pieces };
}

/** @returns the path of what a playlist names */
const beside = (address: string, name: string) => new URL(name, `http://localhost${address}`).pathname;

/** As players do, it asks again when a connection breaks. */
async function ask(url: string, init: RequestInit, tries = 3): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (tries <= 1) throw error;
    return ask(url, init, tries - 1);
  }
}

interface Watching {
  /** Milliseconds until the beginning, and from there to the end. */
  late: number;
  length: number;
}

/** Asks as hls.js and the menu of qualities do. @param pace 0: for all pieces at once */
async function playStream(url: string, film: VideoDetail, { late, length, pace }: Watching & { pace: number }) {
  await pause(late);
  const began = performance.now();
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await ask(url + address, { headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
    return body;
  };
  const address = film.stream?.url ?? "";
  const [all] = await Promise.all([read(address), read(address)]);
  const sound = /TYPE=AUDIO.*URI="([^"]+)"/.exec(all)?.[1] ?? "";
  const qualities = [...all.matchAll(/RESOLUTION=\d+x(\d+).*\n(.*)/g)];
  const of = (side: number) => qualities.find(([, height]) => Number(height) === side)?.[2] ?? "";
  const playlists = [of(240), sound, of(SIDE)].map(async (name) => {
    const playlist = beside(address, name);
    return piecesOf(playlist, await read(playlist));
  });
  const [first, heard, seen] = await Promise.all(playlists);
  for (const { range } of first?.pieces.slice(0, 2) ?? []) await read(first?.file ?? "", { range });
  const follow = async ({ file, pieces }: { file: string; pieces: Piece[] }) => {
    for (const { at, range } of pieces) {
      if (at >= length) return;
      await pause(Math.max(0, began + pace * at - performance.now()));
      await read(file, { range });
    }
  };
  await Promise.all([heard, seen].flatMap((each) => (each ? [follow(each)] : [])));
  await pause(Math.max(0, began + pace * length - performance.now()));
}

/** Reads one file as a browser does, which takes what it needs. */
async function playFile(url: string, film: VideoDetail, { late, length, size }: Watching & { size: number }) {
  await pause(late);
  const began = performance.now();
  const ending = AbortSignal.timeout(length);
  const answer = await fetch(url + film.source_url, { headers: { range: "bytes=0-" }, signal: ending });
  let received = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      received += (chunk as Uint8Array).length;
      const due = began + (received / size) * LENGTH * MINUTE;
      await pause(Math.max(0, due - performance.now()), undefined, { signal: ending });
    }
  } catch (error) {
    if (!ending.aborted) throw error;
  }
}
