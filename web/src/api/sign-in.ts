import { contract } from "@manabiya/contract";
import type { SignedIn, TokenPair } from "@manabiya/contract/accounts/auth.ts";
import type { Profile } from "./answers.ts";
import { send } from "./send.ts";
import { beginSession, getSession } from "../session/session.ts";
import { logOut } from "./log-out.ts";

/** The specification: an answer without a user or token is invalid. */
export function isSignedIn(answer: Partial<SignedIn> | null | undefined): answer is SignedIn {
  const { user, token } = answer ?? {};
  return Boolean(user && token?.access && token.refresh);
}

/**
 * Signs the owner of a new password in, if the server answered with an access token, alone or with its refresh token.
 * The local session ends first, because the new password has ended the account's sessions.
 * @returns whether somebody is signed in
 */
export async function signInWith(token: string | Partial<TokenPair> | undefined): Promise<boolean> {
  if (getSession().user !== null) void logOut();
  const { access, refresh } = typeof token === "object" ? token : { access: token };
  if (!access) return false;
  try {
    const profile = (await send(contract.profile.get, {}, access)) as Profile;
    beginSession({ user: profile, token: { access, refresh } });
    return true;
  } catch (error) {
    console.warn("The new password was not followed by a login:", error);
    return false;
  }
}
