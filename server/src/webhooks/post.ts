import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import { request } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress } from "./address.ts";

/** Milliseconds from the look-up to the end of the answer. */
const TIMEOUT = 15_000;
/** Bytes of an answer that are read. */
const ANSWER_MAX = 1_000;
/** The code of the error for a host that leads into a private network. */
const PRIVATE_ADDRESS = "EPRIVATE";

/** Without a status `answer` is the reason, in the words of the screen. */
interface Answer {
  status: number | null;
  answer: string;
}

export interface Network {
  post(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<Answer>;
  /** @returns the reason why nothing can be sent to the address now; null: none */
  check(url: string): Promise<string | null>;
}

/** Tests replace the addresses that may be reached, and the name server. */
interface Outside {
  isAllowed?: (address: string) => boolean;
  lookup?: (host: string) => Promise<LookupAddress[]>;
}

const ofSystem = (host: string) => systemLookup(host, { all: true });

/** Sends to addresses that somebody typed. Redirects are answers like others: nothing follows them. */
export function createNetwork({ isAllowed = isPublicAddress, lookup = ofSystem }: Outside = {}): Network {
  /** @throws for a host with one address that is not public: it is refused as a whole */
  async function find(url: string): Promise<LookupAddress[]> {
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
    const family = isIP(host);
    const found = family === 0 ? await lookup(host) : [{ address: host, family }];
    if (found.length > 0 && found.every(({ address }) => isAllowed(address))) return found;
    throw Object.assign(new Error(`${host} is no public address`), { code: PRIVATE_ADDRESS });
  }

  async function post(url: string, headers: Record<string, string>, body: string, stop?: AbortSignal) {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const signal = AbortSignal.any(stop ? [timeout, stop] : [timeout]);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    try {
      const addresses = await Promise.race([find(url), rejectedBy(signal)]);
      const sent = request(url, {
        // A connection of its own each time, to what was just checked: no other answer of the name server counts.
        ...{ method: "POST", agent: false, autoSelectFamily: true, signal },
        lookup: (_host, _options, done) => done(null, addresses),
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      });
      sent.on("error", reject);
      // Without a listener nothing more would happen.
      sent.on("upgrade", ({ statusCode = 0 }, socket) => {
        socket.destroy();
        resolve({ status: statusCode, answer: "" });
      });
      sent.on("response", (response) => {
        let answer = Buffer.alloc(0);
        response.on("data", (part: Buffer) => {
          answer = Buffer.concat([answer, part.subarray(0, ANSWER_MAX - answer.length)]);
          if (answer.length >= ANSWER_MAX) response.destroy();
        });
        // The status counts, however its body ends. PostgreSQL holds no NUL.
        const end = () => resolve({ status: response.statusCode ?? 0, answer: answer.toString().replaceAll("\0", "") });
        sent.off("error", reject).on("error", end);
        response.on("error", end).on("close", end);
      });
      sent.end(body);
      return await promise;
    } catch (error) {
      return { status: null, answer: timeout.aborted ? "15秒以内に応答がありません。" : reasonOf(error) };
    }
  }

  return { post, check: (url) => find(url).then(() => null, reasonOf) };
}

/** A look-up cannot be stopped. */
const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

function reasonOf(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === PRIVATE_ADDRESS) return "社内のネットワークやこのサーバー自身のURLには送信できません。";
  if (["ENOTFOUND", "EAI_AGAIN", "ENODATA"].includes(code)) return "このURLのサーバーが見つかりません。";
  return /CERT|SSL|TLS|ALTNAME/.test(code) ? "送信先の証明書が正しくありません。" : "接続できません。";
}
