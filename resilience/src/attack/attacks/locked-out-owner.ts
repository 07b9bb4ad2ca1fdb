import { logIn, signUp, turnOnSecondFactor } from "../accounts.ts";
import { tokenMailedTo } from "../mailbox.ts";
import { type Outcome, send, type Target } from "../target.ts";

const NEW_PASSWORD = "potato-stew-52";
let victims = 0;

/** A second factor on somebody else's address must not lock the mailbox's owner out. */
export async function run(target: Target): Promise<Outcome> {
  const email = `victim-${++victims}@example.net`;
  const attacker = await signUp(target, { email });
  await turnOnSecondFactor(target, attacker);
  const address = "203.0.113.80";
  await send(target, "/api/auth/password-reset/", { body: { email }, address });
  const token = await tokenMailedTo(target, email);
  const body = { token, new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD };
  await send(target, "/api/auth/password-reset/confirm/", { body, address });
  const { status } = await logIn(target, email, NEW_PASSWORD, address);
  return { attempts: 1, succeeded: status === 200 ? 0 : 1 };
}
