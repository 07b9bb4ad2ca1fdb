import { contract } from "@manabiya/contract";
import { call } from "../../api/calls.ts";
import { endSession } from "./session.ts";
import { readTokens } from "./storage.ts";

/** Ends the session here at once, whatever the server says to it; what was fetched for the member goes too. */
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

type Work = () => Promise<unknown>;

const works = new Set<Work>();

/** Has something told to the server while the member is still signed in. @returns a function that takes it back. */
export function beforeLogout(work: Work): () => void {
  works.add(work);
  return () => works.delete(work);
}

/** Begins everything at once; resolves when all of it has ended, well or not. */
export function finishBeforeLogout(): Promise<unknown> {
  return Promise.allSettled([...works].map((work) => work()));
}
