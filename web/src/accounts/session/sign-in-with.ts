import { contract } from "@manabiya/contract";
import type { TokenPair } from "@manabiya/contract/accounts/auth.ts";
import type { Profile } from "@manabiya/contract/accounts/profile.ts";
import { send } from "../../api/send.ts";
import { beginSession, getSession } from "./session.ts";
import { logOut } from "./log-out.ts";

/** Servers of the product need not name the member's id. */
type ProfileAnswer = Omit<Profile, "id"> & Partial<Pick<Profile, "id">>;

/** Stands for an id that nobody told us: the session is somebody's, and is stored as such. */
const NO_ID = 0;

/**
 * After a new password was set: signs its owner in, if the server answered with a token for that, an access token
 * alone or with its refresh token. Whoever was signed in here until then is not any more: the new password has ended
 * the account's sessions.
 * @returns whether somebody is signed in
 */
export async function signInWith(token: string | Partial<TokenPair> | undefined): Promise<boolean> {
  if (getSession().user !== null) void logOut();
  const { access, refresh } = typeof token === "object" ? token : { access: token };
  if (!access) return false;
  try {
    const profile = (await send(contract.profile.get, {}, access)) as ProfileAnswer;
    beginSession({ user: { id: NO_ID, ...profile }, token: { access, refresh } });
    return true;
  } catch (error) {
    console.warn("The new password was not followed by a login:", error);
    return false;
  }
}
