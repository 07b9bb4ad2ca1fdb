import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mixed } from "@manabiya/bench/calls/calls.ts";
import { SETS } from "@manabiya/bench/data/sets.ts";
import { LoadClient } from "@manabiya/bench/load/burst.ts";
import { warmUp } from "@manabiya/bench/measure/warm-up.ts";
import { cancelFilm, requestFilms } from "@manabiya/server/src/catalogue/films/queries.ts";
import { openService } from "../../../service.ts";

const CONNECTIONS = 32;
/** Seconds of a measurement, in which a preparation beside a busy server works for one, and of the beginning that does not count. */
const BURST = 31;
const BEGINNING = 4;
/** Milliseconds for which the machine rests before. */
const SETTLING = 1_500;
const FILM = "large.mp4";

/** @returns for each round the part of its requests that the evening mix loses while the server prepares a film */
export async function measureMix(folder: string, rounds: number): Promise<number[]> {
  const minute = join(folder, FILM);
  const source = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=60,noise=alls=6:allf=t"];
  const run = (args: string[]) => execFileSync("ffmpeg", ["-loglevel", "error", "-y", ...args]);
  run([...source, "-c:v", "libx264", "-preset", "ultrafast", minute]);
  const service = await openService(SETS.S);
  const client = new LoadClient();
  try {
    const { database, server, members, dataDir } = service;
    run(["-stream_loop", "9", "-i", minute, "-c", "copy", join(dataDir, "media/videos", FILM)]);
    await warmUp({ database, server, members });
    // A member may make 120 searches a minute, and so many members there are not.
    const requests = mixed.requests(members, database.set).filter(({ path }) => !path.includes("?q="));
    const burst = async (seconds: number) => {
      const { perSecond, errors } = await client.fire({
        ...{ url: server.url, requests, connections: CONNECTIONS, seconds },
      });
      if (errors > 0) throw new Error(`${errors} requests of the mix failed`);
      return perSecond;
    };
    const fire = async () => {
      await pause(SETTLING);
      await burst(BEGINNING);
      return burst(BURST);
    };
    const isPreparing = () => existsSync(join(dataDir, "preparing"));
    const beside = async () => {
      await requestFilms(database.db, [[FILM], new Date().toISOString()]);
      while (!isPreparing()) await pause(100);
      const perSecond = await fire();
      if (!isPreparing()) throw new Error("the preparation ended before the measurement");
      await cancelFilm(database.db, [FILM]);
      while (isPreparing()) await pause(100);
      return perSecond;
    };
    await burst(BEGINNING);
    const losses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // The machine's speed changes meanwhile, so that each comes first in half of the rounds.
      const isFirst = round % 2 === 0;
      const first = await (isFirst ? beside() : fire());
      const second = await (isFirst ? fire() : beside());
      losses.push(isFirst ? 1 - first / second : 1 - second / first);
    }
    return losses;
  } finally {
    client.close();
    await service.close();
  }
}
