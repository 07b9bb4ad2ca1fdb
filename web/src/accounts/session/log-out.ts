import { contract } from "@manabiya/contract";
import { call } from "../../api/calls.ts";
import { finishBeforeLogout } from "./before-logout.ts";
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
