import { endSession } from "../session/session.ts";
import { readTokens } from "../session/storage.ts";
import { ApiError } from "./api-error.ts";
import { refreshAccess } from "./refresh.ts";

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
