import { endSession } from "../session/session.ts";
import { readTokens, storeTokens } from "../session/storage.ts";
import { ApiError } from "./api-error.ts";
import { type OutputOf, contract } from "@manabiya/contract";
import { send } from "./send.ts";

/**
 * Sends with the session's access token. After a 401 the token is renewed once and the request repeated. A second 401
 * ends the session.
 * @throws ApiError; the errors of `send`
 */
export async function withAccess<T>(send: (access: string | null) => Promise<T>): Promise<T> {
  const { access } = readTokens();
  try {
    return await send(access);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  const renewed = await refreshAccess(access);
  try {
    return await send(renewed);
  } catch (error) {
    if (isUnauthorized(error)) endSession("expired");
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

const LOCK = "manabiya:refresh";

/**
 * Gets an access token other than `refused`, which the server did not accept. Only one exchange runs at a time across
 * all tabs: a refresh token works once, and a second use ends the session.
 * @throws ApiError; if the session is over, the stored tokens are already removed
 */
function refreshAccess(refused: string | null): Promise<string> {
  return exclusively(async () => {
    const { access, refresh } = readTokens();
    if (access !== null && access !== refused) return access;
    if (refresh === null) {
      endSession("expired");
      throw new ApiError(401, null, "リフレッシュトークンが見つかりません");
    }
    const renewed = await exchange(refresh);
    // A logout during the exchange, in any tab, must last.
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

/** An unreachable, busy or failing server does not end the session. */
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

/** Insecure origins have no Web Locks, so there only the calls of one tab take turns. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return navigator.locks.request(LOCK, work);
  const turn = last.then(work, work);
  last = turn;
  return turn;
}
