// Loaded into each process of the server: writes every second what only the process itself knows of its memory.
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = join(process.env["MEMORY_REPORTS"] ?? ".", `${process.pid}.json`);

setInterval(() => {
  writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.new`, file);
}, 1_000).unref();
