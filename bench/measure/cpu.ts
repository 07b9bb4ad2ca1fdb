import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has used; null where the system does not report it. */
export function cpuOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Processor time of all children of a process, such as PostgreSQL's backends. */
export function cpuOfChildren(pid: number): number | null {
  if (statOf(pid) === null) return null;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(pid))
    .reduce((sum, name) => sum + (cpuOf(Number(name)) ?? 0), 0);
}

/** Resident memory in MB; null where the system does not report it. */
export function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}

/** The fields of /proc/<pid>/stat after the program's name, which may hold spaces. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null;
  }
}

/** Share of the processors that other programs use while the benchmark is idle, 0 to 1. */
export async function othersShare(milliseconds: number): Promise<number> {
  const before = os.cpus();
  await pause(milliseconds);
  const after = os.cpus();
  let idle = 0;
  let all = 0;
  for (const [index, cpu] of after.entries()) {
    const earlier = before[index]?.times ?? cpu.times;
    idle += cpu.times.idle - earlier.idle;
    for (const kind of ["user", "nice", "sys", "idle", "irq"] as const) all += cpu.times[kind] - earlier[kind];
  }
  return all === 0 ? 0 : 1 - idle / all;
}
