import type { Members } from "@manabiya/bench/calls/members.ts";
import type { BenchDatabase } from "@manabiya/bench/servers/database.ts";

/** A server under attack. */
export interface Target {
  url: string;
  /** The folder of its source. */
  root: string;
  dataDir: string;
  database: BenchDatabase;
  members: Members;
  /** The environment of its process. */
  environment: Record<string, string>;
  /** Its log so far. */
  log(): string;
  /** Starts another server of the same source, with further settings. */
  start(settings: Record<string, string>): Promise<RunningTarget>;
}

export interface RunningTarget extends Target {
  stop(): Promise<void>;
}

export interface Outcome {
  attempts: number;
  succeeded: number;
}

/** A text of the source and the text that replaces it. The text must stand in the file exactly once. */
export interface Replacement {
  file: string;
  from: string;
  to: string;
}

export interface Attack {
  /** For the command line. */
  name: string;
  /** The findings' words for a success. */
  what: string;
  /** The defect with which it succeeds. */
  plant: Replacement[];
  /** Others, with each of which it succeeds, too. */
  alsoPlant?: Replacement[][];
  run(target: Target): Promise<Outcome>;
}

interface Sent {
  method?: string;
  body?: object;
  token?: string | undefined;
  /** The client's IP address. */
  address?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request with a JSON body. */
export async function send(target: Target, path: string, sent: Sent = {}): Promise<Answer> {
  const { body, token, address = "198.51.100.200", method = body ? "POST" : "GET", headers } = sent;
  const answer = await fetch(target.url + path, {
    method,
    headers: {
      "x-forwarded-for": address,
      ...(body && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Sends `count` requests, `atOnce` at a time. */
export async function repeat<T>(count: number, atOnce: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const size = Math.min(atOnce, count - from);
    results.push(...(await Promise.all(Array.from({ length: size }, (_, index) => run(from + index)))));
  }
  return results;
}

/** The answer's JSON. It is checked by its use: a missing field fails the drill. */
export const json = ({ text }: Answer): unknown => JSON.parse(text);
