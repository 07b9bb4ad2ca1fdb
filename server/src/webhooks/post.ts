import { request } from "node:https";
import { checkedLookup, checkHost, isPublicAddress, PRIVATE_ADDRESS, SYSTEM_LOOKUP } from "./address.ts";

/** Milliseconds from the look-up to the end of the answer. */
const TIMEOUT = 15_000;
/** Bytes of an answer that are read. */
const ANSWER_MAX = 1_000;

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

/**
 * Sends to addresses that somebody typed. Redirects are answers like others: nothing follows them. Tests replace the addresses
 * that may be reached, and the name server.
 */
export function createNetwork({ isAllowed = isPublicAddress, lookup = SYSTEM_LOOKUP } = {}): Network {
  const checked = checkedLookup(isAllowed, lookup);

  async function post(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    try {
      checkHost(url, isAllowed);
      // A connection of its own each time: an address that was checked long ago is not used again.
      const sent = request(url, {
        ...{ method: "POST", agent: false, lookup: checked },
        signal: AbortSignal.any(signal ? [timeout, signal] : [timeout]),
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

  async function check(url: string): Promise<string | null> {
    try {
      checkHost(url, isAllowed);
      const { hostname } = new URL(url);
      const { promise, resolve, reject } = Promise.withResolvers<null>();
      checked(hostname.replace(/^\[(.*)\]$/, "$1"), { all: true }, (error) => (error ? reject(error) : resolve(null)));
      return await promise;
    } catch (error) {
      return reasonOf(error);
    }
  }

  return { post, check };
}

function reasonOf(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === PRIVATE_ADDRESS) return "社内のネットワークやこのサーバー自身のURLには送信できません。";
  if (["ENOTFOUND", "EAI_AGAIN", "ENODATA"].includes(code)) return "このホスト名は見つかりません。";
  return /CERT|SSL|TLS|ALTNAME/.test(code) ? "送信先の証明書が正しくありません。" : "接続できません。";
}
