import { writeSync } from "node:fs";
import { type Logger, pino } from "pino";
import type { Env } from "../config/config.ts";

/** One JSON object per line on standard output: what happened, never to whom. */
export function createLogger(level: Env["logLevel"]): Logger {
  return pino({ level, serializers: { err: describeError } }, { write: lineWriter(process.stdout.fd) });
}

/** Milliseconds between looks at a pipe that is full, and how many until what is written is lost. */
const FULL_PIPE = 5;
const FULL_PIPE_LOOKS = 20;

/**
 * Writes lines until there is no room for them: the ones after that are lost, and it goes on when there is room again.
 * A reader that has stopped holds the process up once, not for every line. pino's own destination tries for ever when
 * the process ends, and ends it besides.
 */
export function lineWriter(file: number): (line: string) => void {
  let isBroken = false;
  let looks = 0;
  return (line) => {
    let rest = Buffer.from(isBroken ? `\n${line}` : line);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(file, rest));
        isBroken = rest.length > 0;
        looks = 0;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || looks === FULL_PIPE_LOOKS) return;
        looks += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE);
      }
    }
  };
}

/** Fields of an error that name parts of our system, never what somebody typed. */
const SAFE_FIELDS = [
  "code",
  "type",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "statusCode",
  "syscall",
];

const EMAIL = /[^\s"'<>()=,:]+@[^\s"'<>()=,:]+/g;

/** Deepest cause that is still told. */
const DEPTH = 4;

/**
 * An error for the log. Libraries put values into their messages and fields of their own, so that only known fields
 * leave, and of messages what stands before a value.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const fields = error as Error & Record<string, unknown>;
  const known = SAFE_FIELDS.flatMap((name) => {
    const value = fields[name];
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  return {
    name: error.name,
    message: scrub(error.message),
    ...Object.fromEntries(known),
    // The first lines of a stack repeat the message.
    at: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < DEPTH && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Drizzle writes `params: …` behind the statement; PostgreSQL quotes what it could not read after a colon. */
function scrub(message: string): string {
  return message
    .replace(/\bparams: [^]*$/, "params: …")
    .replace(/: "[^]*$/, ": …")
    .replace(/\([^()]*\)=\([^]*?\)/g, "(…)")
    .replace(EMAIL, "…@…");
}
