import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../../../../scripts/quiet-run.mjs";
import type { Ground } from "./ground.ts";

const run = promisify(execFile);

/** Bytes of a slice of the shipped site. */
export const SLICE = 2 ** 20;

export interface RangeAnswer {
  asked: string;
  status: number;
  protocol: string;
  contentRange: string;
  /** Null: none arrived, or they are not to be looked at. */
  body: Buffer;
}

/** The requests of a film that a player, a download manager and a careless client send. */
export function ranges(length: number): string[] {
  return [
    "",
    "bytes=0-",
    "bytes=0-0",
    `bytes=${SLICE - 1}-${SLICE}`,
    `bytes=${SLICE - 10}-${2 * SLICE + 10}`,
    `bytes=${2 * SLICE}-${3 * SLICE - 1}`,
    `bytes=${length - 1}-`,
    "bytes=-500",
    `bytes=-${length + 5}`,
    `bytes=${length - 5}-${length + 5}`,
    `bytes=${length}-`,
    "bytes=0-9,20-29",
    "bytes=a-b",
    "bytes=9-5",
  ];
}

/** Asks with curl over HTTP/2. */
export async function ask({ film, certificate }: Ground, range: string, more: string[] = []): Promise<RangeAnswer> {
  const words = ["--silent", "--show-error", "--http2", "--cacert", certificate, "--include", ...more];
  if (range !== "") words.push("--header", `Range: ${range}`);
  const { stdout } = await run("curl", [...words, film], { encoding: "buffer", maxBuffer: 2 ** 27, cwd: root });
  const end = stdout.indexOf("\r\n\r\n");
  const head = stdout.subarray(0, end).toString();
  const [, protocol = "", status = ""] = /^HTTP\/(\S+) (\d+)/.exec(head) ?? [];
  const [, contentRange = ""] = /^content-range: (.*)$/im.exec(head) ?? [];
  return { asked: range, status: Number(status), protocol, contentRange, body: stdout.subarray(end + 4) };
}
