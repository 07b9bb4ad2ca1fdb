import { request } from "node:https";
import type { LookupFunction } from "node:net";
import type { DeliveryProblem } from "@manabiya/contract/webhooks/endpoints.ts";
import { checkedLookup, checkHost, isPublicAddress, PRIVATE_ADDRESS, SYSTEM_LOOKUP } from "./address.ts";

/** Milliseconds from the look-up to the end of the answer. */
const TIMEOUT = 15_000;
/** Bytes of an answer that are read. */
const ANSWER_MAX = 1_000;

export interface Answer {
  /** Null: see `problem`. */
  status: number | null;
  problem: DeliveryProblem | null;
  answer: string;
}

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal?: AbortSignal,
) => Promise<Answer>;

/** Tests replace the addresses that may be reached, and the name server. */
export interface Network {
  isAllowed?: (address: string) => boolean;
  lookup?: LookupFunction;
}

/** @returns the reason why nothing can be sent to the address now; null: none */
export type CheckTarget = (url: string) => Promise<"no_host" | "private_address" | null>;

/** Sends to addresses that somebody typed. Redirects are answers like others: nothing follows them. */
export function createPost({ isAllowed = isPublicAddress, lookup = SYSTEM_LOOKUP }: Network = {}): {
  post: Post;
  check: CheckTarget;
} {
  const checked = checkedLookup(isAllowed, lookup);
  const post: Post = async (url, headers, body, signal) => {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    try {
      const target = new URL(url);
      checkHost(target.hostname, isAllowed);
      // A connection of its own each time: an address that was checked long ago is not used again.
      const sent = request(target, {
        ...{ method: "POST", agent: false, lookup: checked },
        signal: AbortSignal.any(signal ? [timeout, signal] : [timeout]),
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        let answer = Buffer.alloc(0);
        const end = () => resolve({ status: response.statusCode ?? 0, problem: null, answer: readable(answer) });
        response.on("data", (part: Buffer) => {
          answer = Buffer.concat([answer, part.subarray(0, ANSWER_MAX - answer.length)]);
          if (answer.length >= ANSWER_MAX) response.destroy();
        });
        // The status counts, however its body ends.
        response.on("error", end).on("close", end);
      });
      sent.end(body);
      return await promise;
    } catch (error) {
      return { status: null, problem: timeout.aborted ? "timeout" : problemOf(error), answer: "" };
    }
  };
  const check: CheckTarget = async (url) => {
    const { hostname } = new URL(url);
    try {
      checkHost(hostname, isAllowed);
      if (!hostname.startsWith("[")) await resolveHost(checked, hostname);
      return null;
    } catch (error) {
      return problemOf(error) === "private_address" ? "private_address" : "no_host";
    }
  };
  return { post, check };
}

function resolveHost(lookup: LookupFunction, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error) => (error ? reject(error) : resolve()));
  });
}

function problemOf(error: unknown): DeliveryProblem {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === PRIVATE_ADDRESS) return "private_address";
  if (["ENOTFOUND", "EAI_AGAIN", "ENODATA"].includes(code)) return "no_host";
  return /CERT|SSL|TLS|ALTNAME/.test(code) ? "certificate" : "connection";
}

/** PostgreSQL holds no NUL. */
const readable = (answer: Buffer) => answer.toString("utf8").replaceAll("\0", "");
