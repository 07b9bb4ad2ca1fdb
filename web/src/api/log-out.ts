import { contract } from "@manabiya/contract";
import { call } from "./calls.ts";
import { endSession } from "../session/session.ts";
import { readTokens } from "../session/storage.ts";

/** Ends the local session at once, whatever the server answers, and drops the member's cached data. */
export async function logOut(): Promise<void> {
  const { refresh } = readTokens();
  const finished = finishBeforeLogout();
  endSession("logged-out");
  try {
    await finished;
    if (refresh !== null) await call(contract.auth.logout, { body: { refresh_token: refresh } });
  } catch (error) {
    console.warn("The server was not told of the logout:", error);
  }
}

type Callback = () => Promise<unknown>;

const callbacks = new Set<Callback>();

/** * Registers a call that needs the session's token. @returns a function that removes it */
export function beforeLogout(callback: Callback): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

/** Starts all registered calls; resolves when all have settled. */
function finishBeforeLogout(): Promise<unknown> {
  return Promise.allSettled([...callbacks].map((callback) => callback()));
}
