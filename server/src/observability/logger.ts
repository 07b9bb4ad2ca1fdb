import { writeSync } from "node:fs";
import { type Logger, pino } from "pino";
import type { Env } from "../config/config.ts";

/** Writes one JSON object per line to standard output, without personal data. */
export function createLogger(level: Env["logLevel"]): Logger {
  return pino({ level, serializers: { err: describeError } }, { write: lineWriter(process.stdout.fd) });
}

/** Milliseconds between attempts to write to a full pipe. */
const RETRY_INTERVAL = 5;
const MAX_RETRIES = 20;

/**
 * Drops lines while the disk or pipe is full, and continues when there is room. A stopped reader blocks the process
 * once, not for every line. pino's own destination ends the process, or retries for ever at its exit (decisions/011).
 */
export function lineWriter(file: number): (line: string) => void {
  let isCutOff = false;
  let retries = 0;
  return (line) => {
    let rest = Buffer.from(isCutOff ? `\n${line}` : line);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(file, rest));
        isCutOff = rest.length > 0;
        retries = 0;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || retries === MAX_RETRIES) return;
        retries += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_INTERVAL);
      }
    }
  };
}

/** Fields of an error that never hold user input. */
const SAFE_FIELDS = [
  "code",
  // nodemailer replaces the code of the socket or of TLS, and names the step of SMTP.
  "originalCode",
  "responseCode",
  "command",
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

/** Maximum depth of logged causes. */
const DEPTH = 4;

/** Logs an error without user input: libraries put values into messages and into fields of their own. */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const properties = error as Error & Record<string, unknown>;
  const fields = SAFE_FIELDS.flatMap((name) => {
    const value = properties[name];
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  return {
    name: error.name,
    message: scrub(error.message),
    ...Object.fromEntries(fields),
    // The first lines of a stack repeat the message.
    at: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(depth < DEPTH && causeOf(error) !== undefined && { cause: describeError(causeOf(error), depth + 1) }),
  };
}

/** The error below: Stripe's SDK has it in `detail`; for a host with several addresses Node has one error for each. */
function causeOf(error: Error): unknown {
  if (error.cause !== undefined) return error.cause;
  if ("detail" in error && error.detail instanceof Error) return error.detail;
  return error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
}

/** An error of a system call or of TLS, as against a sentence of a remote server. */
const OWN_STEP = /^(CONN|STARTTLS)$/;

/**
 * The codes of an error and of its causes, such as `["ESOCKET", "CERT_HAS_EXPIRED"]`, for errors whose message may name
 * a person. The reason of a failed connection is local and contains nobody.
 */
export function describeCodes(error: unknown): object {
  const codes: string[] = [];
  let depth = 0;
  for (let each = error; each instanceof Error && depth <= DEPTH; each = causeOf(each), depth++) {
    const { code, originalCode } = each as Error & Record<string, unknown>;
    for (const value of [code, originalCode]) {
      if (typeof value === "string" && !codes.includes(value)) codes.push(value);
    }
  }
  if (!(error instanceof Error)) return { codes };
  const { command, responseCode, message } = error as Error & Record<string, unknown>;
  return {
    codes,
    ...(typeof command === "string" && { command: command.split(" ")[0] }),
    ...(typeof responseCode === "number" && { responseCode }),
    ...(typeof command === "string" && OWN_STEP.test(command) && { reason: scrub(message) }),
  };
}

/** PostgreSQL quotes a value after a colon, and shows a duplicate key as `(column)=(value)`. */
function scrub(message: string): string {
  return message
    .replace(/: "[^]*$/, ": …")
    .replace(/\([^()]*\)=\([^]*?\)/g, "(…)")
    .replace(EMAIL, "…@…");
}
