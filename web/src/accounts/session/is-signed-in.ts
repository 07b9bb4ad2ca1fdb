import type { SignedIn } from "@manabiya/contract/accounts/auth.ts";

/** Whether an answer has all that a session needs; servers that are not ours may answer 200 without. */
export function isSignedIn(answer: Partial<SignedIn> | null | undefined): answer is SignedIn {
  const { user, token } = answer ?? {};
  return Boolean(user && token?.access && token.refresh);
}
