import { type Logger, pino } from "pino";
import type { Env } from "./env.ts";

/** One JSON object per line on standard output. */
export function createLogger(level: Env["logLevel"]): Logger {
  return pino({ level });
}
