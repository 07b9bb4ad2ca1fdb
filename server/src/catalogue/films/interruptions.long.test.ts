import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../test/testing/database/test-database.ts";
import { FILM_SOURCES } from "../../../test/testing/film-sources.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { PRODUCTION, startServerProcess, WITH_SMALL_FILES } from "../../../test/testing/server-process.ts";
import { openDatabase } from "../../db/open.ts";
import { findFfmpeg } from "../../files/films/run.ts";
import { PREPARES_FILMS } from "../../jobs/standing.ts";
import { requestFilms } from "./queries.ts";

const hasFfmpeg = (await findFfmpeg()) !== null;

/** A server that prepares a film in its storage. */
async function start(kind: keyof typeof FILM_SOURCES, words?: string[]) {
  const database = await createTestDatabase();
  const db = openDatabase(database.connection, () => {});
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  const environment = { ...PRODUCTION, DATABASE_URL: database.url };
  const server = await startServerProcess(environment, words);
  const film = "film.mp4";
  await FILM_SOURCES[kind](join(server.dataDir, "media/videos", film));
  await requestFilms(db, [[film], new Date().toISOString()]);
  const preparation = async () => (await selectRows(db, "film_preparations"))[0];
  const files = () => selectRows(db, "film_files");
  /** Programs that work in the server's folder. */
  const programs = async () => {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "args="], { maxBuffer: 1e7 });
    return stdout.split("\n").filter((line) => line.startsWith("ffmpeg ") && line.includes(server.dataDir));
  };
  return { db, server, environment, film, preparation, files, programs };
}

describe.runIf(hasFfmpeg)("a preparation", () => {
  test("that kill -9 ends leaves nothing half, and goes on in the next process", async () => {
    const { db, server, environment, preparation, files, programs } = await start("a film of two qualities");
    await expect.poll(async () => (await files()).length, { timeout: 200_000 }).toBeGreaterThan(0);
    await expect.poll(async () => (await programs()).length, { timeout: 60_000 }).toBeGreaterThan(0);
    server.process.kill("SIGKILL");
    await once(server.process, "exit");
    await expect.poll(programs, { timeout: 20_000 }).toEqual([]);
    const first = await files();
    const stored = await readdir(join(server.dataDir, "media/videos"));
    for (const { name } of first) expect(stored).toContain(name);
    expect(await preparation()).toMatchObject({ state: "waiting" });

    // A minute later the lock of the process that ended is free.
    const text = "update job_runs set started_at = started_at - interval '1 minute' where job = $1";
    await db.query({ text, values: [PREPARES_FILMS] });
    await startServerProcess({ ...environment, DATA_DIR: server.dataDir });
    await expect.poll(async () => (await preparation()).state, { timeout: 280_000 }).toBe("ready");
    const all = await files();
    expect(all).toEqual(expect.arrayContaining(first));
    expect(new Set(all.map(({ rung }) => rung))).toEqual(new Set(["240", "360", "audio", "pictures"]));
    expect(await readdir(join(server.dataDir, "preparing")).catch(() => [])).toEqual([]);
  });

  test("on a full disk waits, says so, and is tried again by itself", async () => {
    const { db, server, environment, film, preparation, files } = await start("one channel of sound", WITH_SMALL_FILES);
    await expect.poll(async () => (await preparation()).reason, { timeout: 200_000 }).toBe("storage_full");
    const { state, not_before } = await preparation();
    expect(state).toBe("waiting");
    expect(Date.parse(not_before)).toBeGreaterThan(Date.now());
    expect(await files()).toEqual([]);
    await server.stop();
    // Room again, and the time for the next attempt.
    await db.query({ text: "update film_preparations set not_before = now() where film = $1", values: [film] });
    await startServerProcess({ ...environment, DATA_DIR: server.dataDir });
    await expect.poll(async () => (await preparation()).state, { timeout: 280_000 }).toBe("ready");
  });
});
