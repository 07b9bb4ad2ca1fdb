import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mixed } from "@manabiya/bench/calls/calls.ts";
import { SETS } from "@manabiya/bench/data/sets.ts";
import { LoadClient } from "@manabiya/bench/load/burst.ts";
import { warmUp } from "@manabiya/bench/measure/warm-up.ts";
import { encodePicture } from "@manabiya/server/src/files/films/encode.ts";
import { qualitiesOf } from "@manabiya/server/src/files/films/ladder.ts";
import { probe } from "@manabiya/server/src/files/films/probe.ts";
import { openService } from "../../../service.ts";

const CONNECTIONS = 32;
/** Seconds of a measurement. */
const BURST = 4;
/** Milliseconds until a preparation works, and until the machine rests after it. */
const SETTLING = 1_500;

/** @returns for each round the part of its requests that the evening mix loses while a film is prepared */
export async function measureMix(folder: string, rounds: number): Promise<number[]> {
  const film = join(folder, "large.mp4");
  const source = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=60,noise=alls=6:allf=t"];
  execFileSync("ffmpeg", ["-loglevel", "error", "-y", ...source, "-c:v", "libx264", "-preset", "ultrafast", film]);
  const service = await openService(SETS.S);
  const client = new LoadClient();
  try {
    const { database, server, members } = service;
    await warmUp({ database, server, members });
    // A member may make 120 searches a minute, and so many members there are not.
    const requests = mixed.requests(members, database.set).filter(({ path }) => !path.includes("?q="));
    const fire = async () => {
      const { perSecond, errors } = await client.fire({
        ...{ url: server.url, requests, connections: CONNECTIONS, seconds: BURST },
      });
      if (errors > 0) throw new Error(`${errors} requests of the mix failed`);
      return perSecond;
    };
    const beside = async () => {
      const ending = new AbortController();
      const preparing = prepare(film, folder, ending.signal);
      await pause(SETTLING);
      const perSecond = await fire().finally(() => ending.abort());
      await preparing;
      return perSecond;
    };
    const alone = () => pause(SETTLING).then(fire);
    await fire();
    const losses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // The machine's speed changes meanwhile, so that each comes first in half of the rounds.
      const isFirst = round % 2 === 0;
      const first = await (isFirst ? beside() : alone());
      const second = await (isFirst ? alone() : beside());
      losses.push(isFirst ? 1 - first / second : 1 - second / first);
    }
    return losses;
  } finally {
    client.close();
    await service.close();
  }
}

/** Encodes the largest quality again and again. */
async function prepare(film: string, folder: string, signal: AbortSignal): Promise<void> {
  try {
    const source = await probe(film, signal);
    const quality = source && qualitiesOf(source).at(-1);
    if (!source || !quality) throw new Error("the film cannot be read");
    for (;;) await encodePicture({ source, folder, signal, onProgress: () => undefined }, quality);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
