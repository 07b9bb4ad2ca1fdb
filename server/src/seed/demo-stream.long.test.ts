import { copyFile, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clipsFolder, streamsFolder } from "@manabiya/demo/content/folders.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { prepareFilms } from "../catalogue/films/prepare.ts";
import { requestFilms } from "../catalogue/films/queries.ts";
import type { DemoStreamFile } from "./streams.ts";

const t = useTestApp();

/** Bytes of all prepared films in the repository. */
const BYTES_MAX = 3_000_000;

// MAKE_DEMO_STREAM=mkt-local-01 npm run unit -- server/src/seed/demo-stream
test.runIf(process.env["MAKE_DEMO_STREAM"])("makes a film of the demo again", async () => {
  const id = process.env["MAKE_DEMO_STREAM"] ?? "";
  const film = `${id}.webm`;
  await copyFile(join(clipsFolder, film), join(t.dataDir, "media/videos", film));
  await requestFilms(t.db, [[film], new Date(t.clock.now()).toISOString()]);
  await prepareFilms({ ...t.deps, dataDir: t.dataDir, logger: pino({ level: "warn" }) }, new AbortController().signal);
  for (const name of await readdir(streamsFolder)) if (name.startsWith(id)) await rm(join(streamsFolder, name));
  const files: DemoStreamFile[] = [];
  for (const row of (await selectRows(t.db, "film_files")) as DemoStreamFile[]) {
    const name = `${id}-${row.rung}${row.name.slice(row.name.lastIndexOf("."))}`;
    await copyFile(join(t.dataDir, "media/videos", row.name), join(streamsFolder, name));
    files.push({ ...row, name });
  }
  await writeFile(join(streamsFolder, `${id}.json`), `${JSON.stringify(files, null, 2)}\n`);
});

test("the demo's prepared films are small, and complete", async () => {
  let sum = 0;
  const names = await readdir(streamsFolder);
  for (const entry of names.filter((name) => name.endsWith(".json"))) {
    for (const { name, bytes } of JSON.parse(await readFile(join(streamsFolder, entry), "utf8")) as DemoStreamFile[]) {
      expect((await stat(join(streamsFolder, name))).size).toBe(bytes);
      sum += bytes;
    }
  }
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(BYTES_MAX);
});
