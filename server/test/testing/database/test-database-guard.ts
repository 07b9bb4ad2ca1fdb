// Waits for the end of its input, which closes when the test run ends or is killed. Then it stops the run's PostgreSQL and
// removes its folder.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { interrupt } from "../../../src/db/embedded/postmaster.ts";
import { livesIn, readPostmasterFile } from "../../../src/db/embedded/postmaster-file.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("Which folder?");
// Ctrl-C stops the test run; this process must outlive it.
process.on("SIGINT", () => {});
process.stdin.resume().once("close", async () => {
  const directory = join(folder, "postgres");
  for (;;) {
    const file = await readPostmasterFile(directory);
    if (!file || !(await livesIn(file.pid, directory))) break;
    interrupt(file.pid, "SIGQUIT");
    await pause(20);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});
