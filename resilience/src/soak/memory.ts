import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Megabytes of one process. */
export interface Memory {
  pid: number;
  rss: number;
  heapUsed: number;
  heapTotal: number;
  external: number;
  arrayBuffers: number;
}

const REPORTER = new URL("./memory-reporter.mjs", import.meta.url).href;
const MEGABYTE = 1024 * 1024;

/** Watches the memory of each process that is started with `environment`. */
export async function watchMemory() {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-memory-"));
  const read = async (): Promise<Memory[]> => {
    const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    return Promise.all(
      files.map(async (name) => {
        const seen = JSON.parse(await readFile(join(folder, name), "utf8")) as NodeJS.MemoryUsage;
        const { rss, heapUsed, heapTotal, external, arrayBuffers } = seen;
        const sizes = Object.entries({ rss, heapUsed, heapTotal, external, arrayBuffers });
        const megabytes = Object.fromEntries(sizes.map(([part, bytes]) => [part, bytes / MEGABYTE]));
        return { pid: Number.parseInt(name, 10), ...(megabytes as Omit<Memory, "pid">) };
      }),
    );
  };
  const environment = {
    NODE_OPTIONS: [process.env["NODE_OPTIONS"] ?? "", `--import=${REPORTER}`].join(" ").trim(),
    MEMORY_REPORTS: folder,
  };
  return { folder, environment, read };
}

/** One line for each process. */
export function printMemory(moment: string, processes: Memory[]): void {
  for (const { pid, ...sizes } of processes) {
    const shown = Object.entries(sizes).map(([part, megabytes]) => `${part} ${megabytes.toFixed(0)}`);
    console.log(`${moment}: process ${pid}: ${shown.join(", ")} MB`);
  }
}
