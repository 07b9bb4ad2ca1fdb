import { contract } from "@manabiya/contract";
import type { TokenPair } from "@manabiya/contract/auth.ts";
import type { Profile } from "@manabiya/contract/profile.ts";
import { send } from "../api/send.ts";
import { beginSession, getSession } from "../session/session.ts";
import { logOut } from "./log-out.ts";

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
    const user = (await send(contract.profile.get, {}, access)) as Profile;
    beginSession({ user, token: { access, refresh } });
    return true;
  } catch (error) {
    console.warn("The new password was not followed by a login:", error);
    return false;
  }
}
