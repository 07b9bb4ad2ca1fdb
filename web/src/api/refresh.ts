import type { OutputOf } from "@manabiya/contract";
import { contract } from "@manabiya/contract";
import { endSession } from "../accounts/session/session.ts";
import { readTokens, storeTokens } from "../accounts/session/storage.ts";
import { ApiError } from "./api-error.ts";
import { send } from "./send.ts";

const LOCK = "manabiya:refresh";

/**
 * Gets an access token other than `refused`, the one that the server did not accept. One exchange runs at a time,
 * over all tabs: a refresh token is good for one use, and a second use would end the session.
 * @throws ApiError; when the session is over, all stored auth data is gone by then
 */
export function refreshAccess(refused: string | null): Promise<string> {
  return exclusively(async () => {
    const { access, refresh } = readTokens();
    if (access !== null && access !== refused) return access;
    if (refresh === null) {
      endSession("expired");
      throw new ApiError(401, null, "リフレッシュトークンが見つかりません");
    }
    const renewed = await exchange(refresh);
    // Whoever logged out meanwhile, in any tab, stays logged out.
    if (readTokens().refresh !== refresh) throw new ApiError(401);
    storeTokens(renewed);
    return renewed.access;
  });
}

async function exchange(refresh: string): Promise<OutputOf<typeof contract.auth.refresh>> {
  try {
    const answer = await send(contract.auth.refresh, { body: { refresh } }, null);
    return answer as OutputOf<typeof contract.auth.refresh>;
  } catch (error) {
    if (isRefusal(error)) endSession("expired");
    throw error;
  }
}

/** A server that is away, busy or broken has refused nobody: the session goes on when it is back. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status !== null &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 429
  );
}

let last: Promise<unknown> = Promise.resolve();

/** Pages from an insecure origin have no Web Locks; their tabs at least take turns within themselves. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return navigator.locks.request(LOCK, work);
  const turn = last.then(work, work);
  last = turn;
  return turn;
}
