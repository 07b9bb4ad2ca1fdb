import { PASSWORD } from "@manabiya/bench/calls/members.ts";
import { logIn } from "../accounts.ts";
import { type Outcome, repeat, send, type Target } from "../target.ts";

const ATTACKER = "198.51.100.66";
/** Few, so that a busy machine answers each within the 10 s after which the server closes a silent connection. */
const CONCURRENCY = 8;
/** Above the limits of one account and of the whole site. */
const GUESSES = { atOne: 60, atAll: 5_100, resets: 1_010 };

/** Guesses from one network must not close an account, the login or the reset to other networks. */
export async function run(target: Target): Promise<Outcome> {
  const { members } = target;
  const closed: string[] = [];
  const owner = async (what: string, id: number, address: string) => {
    if ((await logIn(target, members.email(id), PASSWORD, address)).status !== 200) closed.push(what);
  };
  await repeat(GUESSES.atOne, CONCURRENCY, () => logIn(target, members.email(11), "wrong password", ATTACKER));
  await owner("one account", 11, "203.0.113.11");
  let attempts = GUESSES.atOne;
  // The wider limits need thousands of requests.
  if (closed.length > 0) return { attempts, succeeded: closed.length };
  await repeat(GUESSES.resets, CONCURRENCY, (index) =>
    send(target, "/api/auth/password-reset/", { body: { email: `nobody-${index}@example.net` }, address: ATTACKER }),
  );
  const reset = { body: { email: members.email(12) }, address: "203.0.113.12" };
  if ((await send(target, "/api/auth/password-reset/", reset)).status !== 200) closed.push("the reset");
  await repeat(GUESSES.atAll, CONCURRENCY, (index) => logIn(target, `nobody-${index}@example.net`, "wrong", ATTACKER));
  await owner("the login", 13, "203.0.113.13");
  attempts += GUESSES.resets + GUESSES.atAll;
  return { attempts, succeeded: closed.length };
}
