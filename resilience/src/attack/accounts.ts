import { TOTP } from "otpauth";
import { json, send, type Target } from "./target.ts";

export const PASSWORD = "tomato-soup-41";

export interface Account {
  id: number;
  email: string;
  access: string;
  refresh: string;
}

let made = 0;

interface SignedIn {
  user: { id: number };
  token: { access: string; refresh: string };
}

/** Signs up from a network of its own. */
export async function signUp(target: Target, given: { email?: string; trial?: boolean } = {}): Promise<Account> {
  const number = ++made;
  const email = given.email ?? `newcomer-${number}@example.net`;
  const answer = await send(target, "/api/auth/signup/", {
    address: `192.0.2.${number % 250}`,
    body: {
      username: "名無し",
      email,
      password: PASSWORD,
      password2: PASSWORD,
      subscription_status: given.trial ? "trial" : "inactive",
      agreedToTerms: true,
    },
  });
  if (answer.status !== 201) throw new Error(`signup: ${answer.status} ${answer.text}`);
  const { user, token } = json(answer) as SignedIn;
  return { id: user.id, email, ...token };
}

export const logIn = (target: Target, email: string, password: string, address: string) =>
  send(target, "/api/auth/login/", { body: { email, password }, address });

export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Turns the second factor on. @returns null when the server refuses */
export async function turnOnSecondFactor(
  target: Target,
  { access: token }: Account,
): Promise<{ secret: string; codes: string[] } | null> {
  const started = await send(target, "/api/profile/second-factor/", { body: { password: PASSWORD }, token });
  if (started.status !== 200) return null;
  const { secret } = json(started) as { secret: string };
  const body = { code: codeOf(secret) };
  const confirmed = await send(target, "/api/profile/second-factor/confirm/", { body, token });
  if (confirmed.status !== 200) return null;
  return { secret, codes: (json(confirmed) as { recovery_codes: string[] }).recovery_codes };
}

/** As if the mailbox's owner had opened the link. */
export async function verifyAddress({ database }: Target, { id }: Account): Promise<void> {
  await database.db.query({ text: "update users set email_verified_at = now() where id = $1", values: [id] });
}
